import WebAccess

/// Gets a token of Microsoft Entra for this machine.
///
/// A client's secret comes first, then a federated token, then the managed identity.
struct AzureIdentity: Sendable {
    let context: CloudContext
    let registry: ACRRegistry

    private static let service = "Microsoft Entra"

    func token() async throws(CloudError) -> Secret {
        if let token = try await clientToken() { return token }
        if let token = try await federatedToken() { return token }
        if let token = try await AzureManagedIdentity(context: context, registry: registry).token()
        {
            return token
        }
        throw .noIdentity(.azure)
    }

    private func clientToken() async throws(CloudError) -> Secret? {
        if context.variable("AZURE_CLIENT_CERTIFICATE_PATH") != nil {
            throw .unsupported(
                "a client's certificate (`AZURE_CLIENT_CERTIFICATE_PATH`)",
                remedy: "use `AZURE_CLIENT_SECRET` or a federated token")
        }
        guard let secret = context.variable("AZURE_CLIENT_SECRET") else { return nil }
        let (tenant, client) = try client(beside: "`AZURE_CLIENT_SECRET`")
        return try await token(
            ofTenant: tenant, client, [("client_secret", secret)],
            need: "the client and its secret in `AZURE_CLIENT_SECRET` are valid")
    }

    /// A service account's token (workload identity), exchanged.
    private func federatedToken() async throws(CloudError) -> Secret? {
        guard let file = context.variable("AZURE_FEDERATED_TOKEN_FILE") else { return nil }
        let setting = "`AZURE_FEDERATED_TOKEN_FILE`"
        let (tenant, client) = try client(beside: setting)
        let assertion = try context.token(inFile: file, namedBy: setting)
        return try await token(
            ofTenant: tenant, client,
            [
                (
                    "client_assertion_type",
                    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
                ),
                ("client_assertion", assertion.revealed),
            ],
            need: "the identity has a federated credential for this service account")
    }

    private func client(beside setting: String) throws(CloudError) -> (String, String) {
        guard let tenant = context.variable("AZURE_TENANT_ID") else {
            throw .missingSetting("`AZURE_TENANT_ID`", beside: setting)
        }
        guard let client = context.variable("AZURE_CLIENT_ID") else {
            throw .missingSetting("`AZURE_CLIENT_ID`", beside: setting)
        }
        // It becomes a part of an address.
        guard !tenant.hasPrefix("."), tenant.utf8.allSatisfy(\.isHostCharacter) else {
            throw .malformedSetting("`AZURE_TENANT_ID`")
        }
        return (tenant, client)
    }

    private func token(
        ofTenant tenant: String, _ client: String, _ proof: [(String, String)], need: String
    ) async throws(CloudError) -> Secret {
        let base = try authority()
        guard let address = base.resolving("/\(tenant)/oauth2/v2.0/token") else {
            throw .malformedSetting("`AZURE_TENANT_ID`")
        }
        let form = FormEncoding.text(
            [
                ("client_id", client), ("scope", "\(registry.audience)/.default"),
                ("grant_type", "client_credentials"),
            ] + proof)
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.form(Secret(form))), address: address,
                bodyLimit: CloudContext.answerLimit),
            of: Self.service, need: need)
        return try context.accessToken(in: answer, of: Self.service).value
    }

    private func authority() throws(CloudError) -> WebAddress {
        let name = "AZURE_AUTHORITY_HOST"
        let text = context.variable(name) ?? registry.authority
        guard let address = WebAddress(text.contains("://") ? text : "https://\(text)") else {
            throw .malformedSetting("`\(name)`")
        }
        guard address.scheme == .https || address.host.isLoopback else {
            throw .addressRefused("\(address)", setting: "`\(name)`")
        }
        return address
    }
}

extension CloudContext {
    /// The token in an answer of OAuth 2.
    func accessToken(in answer: HTTPAnswer, of service: String) throws(CloudError) -> CloudToken {
        guard let found = JSON.value(TokenAnswer.self, from: answer.body),
            !found.access_token.isEmpty
        else { throw .malformedAnswer(service: service) }
        // A server that does not say it gives tokens of an hour; a short time costs only a request.
        let seconds = found.expires_in?.seconds ?? 300
        guard seconds > 0 else { throw .outdatedAnswer(service: service) }
        return CloudToken(value: Secret(found.access_token), expires: now + min(seconds, 86_400))
    }

    // The names in the document.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct TokenAnswer: Decodable {
        let access_token: String
        /// A number, or one as text.
        let expires_in: CloudTimestamp?
    }
}
