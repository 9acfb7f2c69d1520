import WebAccess

/// Decides how a request gets its authorisation; sends nothing itself.
///
/// A request goes out without credentials, or with the authorisation that the last one got. Only
/// the registry's own 401 makes it look for a credential, and a token is fetched once: so the flow
/// ends after at most three answers.
struct AuthFlow {
    enum Action: Equatable {
        case send(Authorization?)
        /// Answered by `receive(credential:)`.
        case findCredential
        /// Answered by `receive(token:)`.
        case fetchToken(TokenRequest)
        /// The answer is the one that was asked for, whatever it says.
        case finish
        case fail(RegistryError.Reason)
    }

    private enum State {
        case idle
        /// With an authorisation of an earlier request; a refusal only says that it is outdated.
        case sentKnown
        case sentNothing
        case choosing(AuthenticationChallenge)
        case fetching(isAnonymous: Bool)
        case sentFresh(isAnonymous: Bool)
    }

    private let endpoint: Endpoint
    /// The scopes of the token, between blanks, as in `repository:org/app:pull`.
    private let scope: String
    private let trust: PlainHTTPTrust
    private var state = State.idle

    init(endpoint: Endpoint, scope: String, trust: PlainHTTPTrust) {
        self.endpoint = endpoint
        self.scope = scope
        self.trust = trust
    }

    mutating func start(known: Authorization?) -> Action {
        state = known == nil ? .sentNothing : .sentKnown
        return .send(known)
    }

    mutating func receive(_ answer: HTTPAnswer) -> Action {
        guard answer.status == 401 else { return .finish }
        switch state {
        case .sentNothing, .sentKnown:
            let challenges = AuthenticationChallenge.all(in: answer.values(of: "www-authenticate"))
            guard let challenge = Self.preferred(among: challenges) else {
                return .fail(.access(.unsupportedChallenge(schemes: challenges.map(\.scheme))))
            }
            state = .choosing(challenge)
            return endpoint.mayHaveCredentials ? .findCredential : receive(credential: nil)
        case .sentFresh(isAnonymous: true):
            return .fail(.access(.credentialsMissing(host: endpoint.host.description)))
        case .idle, .choosing, .fetching, .sentFresh:
            return .fail(.access(.credentialsRefused(host: endpoint.host.description)))
        }
    }

    mutating func receive(credential: Credential?) -> Action {
        guard case .choosing(let challenge) = state else {
            preconditionFailure("a credential that nobody asked for")
        }
        guard challenge.scheme == "bearer" else { return basicAction(credential) }
        state = .fetching(isAnonymous: credential == nil)
        if case .accessToken(let token) = credential { return receive(token: token) }
        return tokenAction(challenge, credential: credential)
    }

    mutating func receive(token: Secret) -> Action {
        guard case .fetching(let isAnonymous) = state else {
            preconditionFailure("a token that nobody asked for")
        }
        return sending(.bearer(token), isAnonymous: isAnonymous)
    }

    /// A token is worth less to a thief than a password.
    private static func preferred(
        among challenges: [AuthenticationChallenge]
    ) -> AuthenticationChallenge? {
        challenges.first { $0.scheme == "bearer" } ?? challenges.first { $0.scheme == "basic" }
    }

    private mutating func sending(
        _ authorization: Authorization, isAnonymous: Bool = false
    ) -> Action {
        state = .sentFresh(isAnonymous: isAnonymous)
        return authorization.isSendable
            ? .send(authorization)
            : .fail(.access(.credentialsNotSendable(host: endpoint.host.description)))
    }

    private mutating func basicAction(_ credential: Credential?) -> Action {
        let host = endpoint.host.description
        guard endpoint.mayHaveCredentials else {
            return .fail(.access(.credentialsWithheld(host: host)))
        }
        guard case .password(let user, let password) = credential else {
            return .fail(.access(.credentialsMissing(host: host)))
        }
        return sending(.basic(user: user, password: password))
    }

    private func tokenAction(
        _ challenge: AuthenticationChallenge, credential: Credential?
    ) -> Action {
        guard let text = challenge.parameters["realm"], let realm = WebAddress(text) else {
            return .fail(.access(.malformedChallenge))
        }
        guard isAllowed(realm) else { return .fail(.access(.realmNotEncrypted(realm))) }
        return .fetchToken(
            TokenRequest(
                realm: realm, service: challenge.parameters["service"], scope: scope,
                credential: credential))
    }

    /// A realm of plain HTTP is used only where the registry is plain HTTP too, and both are this
    /// machine or hosts that the user allows.
    private func isAllowed(_ realm: WebAddress) -> Bool {
        realm.scheme == .https
            || endpoint.address.scheme == .http && endpoint.mayHaveCredentials
                && trust.level(of: realm.host) == .full
    }
}
