import WebAccess

/// The server that tells a machine of Google's its own identity.
struct GoogleMetadata: Sendable {
    let context: CloudContext

    private static let service = "Google's metadata server"
    private static let flavor = HTTPField("Metadata-Flavor", "Google")

    /// Nil if there is no such server.
    func token() async throws(CloudError) -> CloudToken? {
        let name = "GCE_METADATA_HOST"
        guard let host = WebHost(context.variable(name) ?? "metadata.google.internal") else {
            throw .malformedSetting("`\(name)`")
        }
        guard host.isLoopback || host.isMetadataService else {
            throw .addressRefused("\(host)", setting: "`\(name)`")
        }
        let base = WebAddress(scheme: .http, host: host, path: "/")
        let start = await context.probe(
            "Google",
            HTTPRequest(
                address: base, fields: [Self.flavor], bodyLimit: CloudContext.answerLimit))
        // Whoever else answers on a private network does not say this.
        guard let start, start.values(of: "metadata-flavor") == ["Google"] else { return nil }
        let path = "/computeMetadata/v1/instance/service-accounts/default/token"
        let address = WebAddress(scheme: .http, host: host, path: path)
            .appending(query: [("scopes", GoogleIdentity.scopes.joined(separator: ","))])
        let answer = try await context.answer(
            to: HTTPRequest(
                address: address, fields: [Self.flavor], bodyLimit: CloudContext.answerLimit),
            of: Self.service, need: "the machine or the pod has a service account")
        guard answer.values(of: "metadata-flavor") == ["Google"] else {
            throw .malformedAnswer(service: Self.service)
        }
        return try context.accessToken(in: answer, of: Self.service)
    }
}
