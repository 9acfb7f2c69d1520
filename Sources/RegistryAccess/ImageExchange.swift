import WebAccess

/// Sends the requests about one image: with authorisation, over redirects, and again after
/// temporary failures.
struct ImageExchange: Sendable {
    let image: RegistryImage
    let endpoint: Endpoint
    private let client: RegistryClient

    init(
        _ image: RegistryImage, client: RegistryClient
    ) async throws(RegistryError.Reason) {
        self.image = image
        self.client = client
        endpoint = try await client.hosts.endpoints.value(of: image.endpointKey) {
            await client.endpoint(of: image)
        }.get()
    }

    var tagLimits: TagLimits { client.options.tagLimits }

    /// The address of something of the image, as in `tags/list`.
    func address(_ path: String, query: String? = nil) -> WebAddress {
        endpoint.address("\(image.path)/\(path)", query: query)
    }

    /// The answer of status 200.
    ///
    /// - Parameter mayLeaveOrigin: For content that its digest proves, wherever it comes from.
    func answer(
        to request: HTTPRequest, about subject: AnswerProblem.Subject, mayLeaveOrigin: Bool = false
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        let answer = try await authorizedAnswer(to: request, mayLeaveOrigin: mayLeaveOrigin)
        switch answer.status {
        case 200: return answer
        case 403: throw .access(.denied)
        case 404: throw .answer(.notFound(subject))
        case let status: throw .answer(.unexpectedStatus(status, subject))
        }
    }

    private func authorizedAnswer(
        to request: HTTPRequest, mayLeaveOrigin: Bool
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        let key = AuthorizationCache.Key(endpoint: endpoint, scope: image.scope)
        var flow = AuthFlow(endpoint: endpoint, scope: image.scope, trust: client.options.trust)
        var action = flow.start(known: await client.hosts.authorizations[key])
        var request = request
        var answer: HTTPAnswer?
        while true {
            switch action {
            case .send(let authorization):
                request.authorization = authorization
                let received = try await redirectedAnswer(
                    to: request, mayLeaveOrigin: mayLeaveOrigin)
                answer = received
                action = flow.receive(received)
            case .findCredential:
                action = flow.receive(credential: try await credential())
            case .fetchToken(let tokenRequest):
                let received = try await redirectedAnswer(
                    to: tokenRequest.httpRequest, mayLeaveOrigin: false)
                action = flow.receive(token: try tokenRequest.token(in: received))
            case .finish:
                guard let answer else { preconditionFailure("finished before an answer") }
                if let authorization = request.authorization {
                    await client.hosts.authorizations.set(authorization, for: key)
                }
                return answer
            case .fail(let reason): throw reason
            }
        }
    }

    private func credential() async throws(RegistryError.Reason) -> Credential? {
        let (host, store) = (image.host, client.options.credentials)
        let result = await client.hosts.credentials.value(of: host) {
            await Result { () async throws(SettingsProblem) in
                try await store.credential(for: host)
            }
        }
        return try result.mapError { RegistryError.Reason.settings($0) }.get()
    }

    private func redirectedAnswer(
        to request: HTTPRequest, mayLeaveOrigin: Bool
    ) async throws(RegistryError.Reason) -> HTTPAnswer {
        let followed: WebClient.Followed
        do throws(WebProblem) {
            followed = try await client.web.followedAnswer(
                to: request, mayLeaveOrigin: mayLeaveOrigin)
        } catch {
            throw RegistryError.Reason(error)
        }
        if followed.redirects > 0, followed.answer.status == 401 {
            throw .access(.askedAfterRedirect(host: followed.address.host.description))
        }
        return followed.answer
    }
}
