import WebAccess

/// The identity that Azure gives to a machine, or to an application of App Service.
struct AzureManagedIdentity: Sendable {
    let context: CloudContext
    let registry: ACRRegistry

    private static let machineService = "Azure's instance metadata service"
    private static let need =
        "the machine has a managed identity, and that `AZURE_CLIENT_ID` names it"

    /// Nil if there is no such service.
    func token() async throws(CloudError) -> Secret? {
        if let token = try await applicationToken() { return token }
        return try await machineToken()
    }

    /// Source: "How to use managed identities for App Service", REST endpoint reference.
    private func applicationToken() async throws(CloudError) -> Secret? {
        guard let text = context.variable("IDENTITY_ENDPOINT") else { return nil }
        guard let header = context.variable("IDENTITY_HEADER") else {
            throw .missingSetting("`IDENTITY_HEADER`", beside: "`IDENTITY_ENDPOINT`")
        }
        guard let address = WebAddress(text) else { throw .malformedSetting("`IDENTITY_ENDPOINT`") }
        guard
            address.scheme == .https || address.host.isLoopback || address.host.isMetadataService
        else { throw .addressRefused("\(address)", setting: "`IDENTITY_ENDPOINT`") }
        let proof = Authorization(field: "X-IDENTITY-HEADER", value: Secret(header))
        guard proof.isSendable else { throw .malformedSetting("`IDENTITY_HEADER`") }
        let request = HTTPRequest(
            address: address.appending(query: query(version: "2019-08-01")), authorization: proof,
            bodyLimit: CloudContext.answerLimit)
        let service = "App Service's identity endpoint"
        let answer = try await context.answer(to: request, of: service, need: Self.need)
        return try context.accessToken(in: answer, of: service).value
    }

    /// Source: "How to use managed identities on a virtual machine to acquire an access token".
    private func machineToken() async throws(CloudError) -> Secret? {
        guard
            let base = WebAddress(
                context.variable("AZURE_POD_IDENTITY_AUTHORITY_HOST") ?? "http://169.254.169.254")
        else { throw .malformedSetting("`AZURE_POD_IDENTITY_AUTHORITY_HOST`") }
        guard base.scheme == .https || base.host.isLoopback || base.host.isMetadataService else {
            throw .addressRefused("\(base)", setting: "`AZURE_POD_IDENTITY_AUTHORITY_HOST`")
        }
        guard let address = base.resolving("/metadata/identity/oauth2/token") else { return nil }
        // Without its header the service refuses at once, which shows that it is there; the token
        // itself may take it seconds. Other clouds have another service at the same address.
        let probe = await context.probe(
            "Azure", HTTPRequest(address: address, bodyLimit: CloudContext.answerLimit))
        guard let probe, probe.status == 400 || probe.status == 200 else { return nil }
        let request = HTTPRequest(
            address: address.appending(query: query(version: "2018-02-01")),
            fields: [HTTPField("Metadata", "true")], bodyLimit: CloudContext.answerLimit)
        let answer = try await context.answer(
            to: request, of: Self.machineService, need: Self.need)
        return try context.accessToken(in: answer, of: Self.machineService).value
    }

    private func query(version: String) -> [(name: String, value: String)] {
        let client = context.variable("AZURE_CLIENT_ID").map { [("client_id", $0)] } ?? []
        return [("api-version", version), ("resource", registry.audience)] + client
    }
}
