import WebAccess

/// A request to a token server, and its answer.
///
/// Sources: distribution, `docs/spec/auth/token.md` (GET, Basic) and `docs/spec/auth/oauth.md`
/// (POST with a refresh token).
struct TokenRequest: Equatable, Sendable {
    let realm: WebAddress
    let service: String?
    /// One or more, between blanks.
    let scope: String
    /// Nil asks for anonymous access.
    let credential: Credential?

    /// Bytes of an answer: tokens with many claims have some thousands.
    static let answerLimit = 1 << 18

    var httpRequest: HTTPRequest {
        let service = service.map { [("service", $0)] } ?? []
        if case .identityToken(let token) = credential {
            let grant = [
                ("grant_type", "refresh_token"), ("refresh_token", token.revealed),
                ("client_id", "sluice"),
            ]
            return HTTPRequest(
                method: .post(
                    .form(Secret(FormEncoding.text(grant + service + [("scope", scope)])))),
                address: realm, bodyLimit: Self.answerLimit)
        }
        let scopes = scope.split(separator: " ").map { ("scope", String($0)) }
        var request = HTTPRequest(
            address: realm.appending(query: service + scopes), bodyLimit: Self.answerLimit)
        if case .password(let user, let password) = credential {
            request.authorization = .basic(user: user, password: password)
        }
        return request
    }

    func token(in answer: HTTPAnswer) throws(RegistryError.Reason) -> Secret {
        let server = realm.host.description
        switch answer.status {
        case 200..<300: break
        case 400, 401, 403:
            throw .access(.tokenRefused(server: server, anonymous: credential == nil))
        case let status: throw .answer(.unexpectedStatus(status, .token(server: server)))
        }
        let tokens = JSON.value(Tokens.self, from: answer.body)
        guard let token = tokens?.token ?? tokens?.access_token, !token.isEmpty else {
            throw .answer(.malformed(.token(server: server)))
        }
        return Secret(token)
    }

    private struct Tokens: Decodable {
        let token: String?
        // The name in the document.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let access_token: String?
    }
}
