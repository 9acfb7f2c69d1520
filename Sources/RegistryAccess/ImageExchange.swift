import CloudRegistries
import WebAccess

/// Sends the requests about one image: with authorisation, over redirects, and again after
/// temporary failures.
struct ImageExchange: Sendable {
    /// Which redirects are followed.
    enum Redirects: Sendable {
        /// None: the answer is the redirect.
        case none
        case sameOrigin
        /// For content that its digest proves, wherever it comes from.
        case anywhere
    }

    let image: RegistryImage
    let endpoint: Endpoint
    private let scope: String
    private let client: RegistryClient

    init(
        _ image: RegistryImage, scope: String? = nil, client: RegistryClient
    ) async throws(RegistryError.Reason) {
        self.image = image
        self.scope = scope ?? image.scope
        self.client = client
        endpoint = try await client.hosts.endpoints.value(of: image.endpointKey) {
            await client.endpoint(of: image).map { endpoint in
                let end = client.options.timing.secondsSince1970() + HostKnowledge.endpointSeconds
                return .init(endpoint, freshUntil: end, validUntil: end)
            }
        }.get()
    }

    var tagLimits: TagLimits { client.options.tagLimits }

    /// The address of something of the image, as in `tags/list`.
    func address(_ path: String, query: String? = nil) -> WebAddress {
        endpoint.address("\(image.path)/\(path)", query: query)
    }

    /// The answer of status 200.
    func answer(
        to request: HTTPRequest, about subject: AnswerProblem.Subject,
        redirects: Redirects = .sameOrigin
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        let answer = try await anyAnswer(to: request, redirects: redirects)
        try answer.expectSuccess(about: subject)
        return answer
    }

    /// The answer, whatever it says.
    func anyAnswer(
        to request: HTTPRequest, redirects: Redirects = .sameOrigin
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        try await authorized(request, \.self) { request throws(RegistryError.Reason) in
            try await sent(request, redirects)
        }
    }

    /// The answer to a request for content that its digest proves, before the content is read.
    func download(
        _ request: HTTPRequest, about subject: AnswerProblem.Subject
    ) async throws(RegistryError.Reason) -> ByteStream {
        let download = try await authorized(request, \.answer) {
            request throws(RegistryError.Reason) in
            try await opened(request)
        }
        try download.answer.expectSuccess(about: subject)
        return download.body
    }

    /// Sends a request with a stream, once, with the authorisation that worked last.
    ///
    /// A server elsewhere that the registry names gets no authorisation.
    func outcome(ofSending request: HTTPRequest) async -> Result<HTTPAnswer, TransportFailure> {
        var request = request
        if request.address.hasSameOrigin(as: endpoint.address) {
            request.authorization = await client.hosts.authorizations[key]
        }
        return await client.web.outcome(of: request)
    }

    private var key: AuthorizationCache.Key {
        AuthorizationCache.Key(endpoint: endpoint, scope: scope, login: image.loginKey)
    }

    private func authorized<Received: Sendable>(
        _ request: HTTPRequest, _ answer: (Received) -> HTTPAnswer,
        send: (HTTPRequest) async throws(RegistryError.Reason) -> Received
    ) async throws(RegistryError.Reason) -> Received {
        var flow = AuthFlow(endpoint: endpoint, scope: scope, trust: client.options.trust)
        var action = flow.start(known: await client.hosts.authorizations[key])
        var request = request
        var last: Received?
        var absence: CloudError?
        while true {
            switch action {
            case .send(let authorization):
                request.authorization = authorization
                let received = try await send(request)
                last = received
                action = flow.receive(answer(received))
            case .findCredential:
                let login = try await login()
                absence = login.absence
                action = flow.receive(credential: login.credential)
            case .fetchToken(let tokenRequest):
                let received = try await sent(tokenRequest.httpRequest, .sameOrigin)
                do throws(RegistryError.Reason) {
                    action = flow.receive(token: try tokenRequest.token(in: received))
                } catch {
                    throw error.explained(by: absence)
                }
            case .finish:
                guard let last else { preconditionFailure("finished before an answer") }
                if let absence, answer(last).status == 403 { throw .cloud(absence) }
                if let authorization = request.authorization {
                    await client.hosts.authorizations.set(authorization, for: key)
                }
                return last
            case .fail(let reason): throw reason.explained(by: absence)
            }
        }
    }

    private func login() async throws(RegistryError.Reason) -> HostLogin {
        let (key, options, clouds) = (image.loginKey, client.options, client.clouds)
        return try await client.hosts.credentials.value(of: key) {
            await Result { () async throws(RegistryError.Reason) in
                let login = try await options.credentials.login(for: key, clouds)
                let end =
                    options.timing.secondsSince1970() + HostKnowledge.credentialSeconds
                return .init(login, freshUntil: end, validUntil: end)
            }
        }.get()
    }

    private func sent(
        _ request: HTTPRequest, _ redirects: Redirects
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        let followed: WebClient.Followed
        do throws(WebProblem) {
            if redirects == .none { return try await client.web.answer(to: request) }
            followed = try await client.web.followedAnswer(
                to: request, mayLeaveOrigin: redirects == .anywhere)
        } catch {
            throw RegistryError.Reason(error)
        }
        try followed.answer.expectNoChallenge(of: followed.address, after: followed.redirects)
        return followed.answer
    }

    private func opened(
        _ request: HTTPRequest
    ) async throws(RegistryError.Reason) -> HTTPDownload {
        let followed: WebClient.FollowedDownload
        do throws(WebProblem) {
            followed = try await client.web.followedDownload(of: request, mayLeaveOrigin: true)
        } catch {
            throw RegistryError.Reason(error)
        }
        let download = followed.download
        try download.answer.expectNoChallenge(of: followed.address, after: followed.redirects)
        return download
    }
}

extension HTTPAnswer {
    fileprivate func expectSuccess(
        about subject: AnswerProblem.Subject
    ) throws(RegistryError.Reason) {
        switch status {
        case 200: return
        case 403: throw .access(.denied)
        case 404: throw .answer(.notFound(subject))
        case let status: throw .answer(.unexpectedStatus(status, subject))
        }
    }

    fileprivate func expectNoChallenge(
        of address: WebAddress, after redirects: Int
    ) throws(RegistryError.Reason) {
        if redirects > 0, status == 401 {
            throw .access(.askedAfterRedirect(host: address.host.description))
        }
    }
}
