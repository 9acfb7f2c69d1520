import WebAccess

/// Exchanges a token of Microsoft Entra for the password of a registry.
struct ACRLogin: Sendable {
    let context: CloudContext
    let registry: ACRRegistry

    /// The user that such a password belongs to.
    private static let user = "00000000-0000-0000-0000-000000000000"

    func login() async throws(CloudError) -> RegistryLogin {
        let token = try await AzureIdentity(context: context, registry: registry).token()
        let service = "`\(registry.host)`"
        guard let address = WebAddress("https://\(registry.host)/oauth2/exchange") else {
            throw .malformedAnswer(service: service)
        }
        let form = FormEncoding.text([
            ("grant_type", "access_token"), ("service", registry.host),
            ("access_token", token.revealed),
        ])
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.form(Secret(form))),
                address: address.appending(query: [("api-version", "2021-07-01")]),
                bodyLimit: CloudContext.answerLimit),
            of: service, need: "the identity has the role AcrPull (AcrPush for promotions) there")
        guard let found = JSON.value(Answer.self, from: answer.body),
            let end = Self.expiry(ofToken: found.refresh_token)
        else { throw .malformedAnswer(service: service) }
        return RegistryLogin(
            user: Self.user, password: Secret(found.refresh_token), expires: end)
    }

    /// The end that a JSON Web Token states, in seconds since 1970; its signature is not our concern.
    private static func expiry(ofToken token: String) -> Int? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let claims = Base64.decodedURLText(parts[1]) else { return nil }
        return JSON.value(Claims.self, from: claims)?.exp.seconds
    }

    private struct Claims: Decodable {
        let exp: CloudTimestamp
    }

    // The name in the document.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Answer: Decodable {
        let refresh_token: String
    }
}
