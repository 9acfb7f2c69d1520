import WebAccess

/// Sends requests to a forge with the token, and judges what its answers say of the token, the
/// repository and the forge's limits.
struct ForgeExchange: Sendable {
    let repository: ForgeRepository
    let token: ForgeToken
    let web: WebClient

    var malformed: ForgeError { .malformedAnswer(host: "\(repository.api.host)") }

    private var host: String { "\(repository.api.host)" }

    /// The outcome of a request that creates a pull request.
    enum Creation {
        case created(ExistingPullRequest)
        /// The forge has one for the branch, or says so: the error is for when none is found.
        case exists(ForgeError)
        /// The forge may or may not have carried it out.
        case unclear(ForgeError)
    }

    /// The answer to a request that was carried out.
    func success(of request: HTTPRequest) async throws(ForgeError) -> HTTPAnswer {
        let answer = try await answer(to: request)
        guard let problem = problem(of: answer) else { return answer }
        throw problem
    }

    func creation(
        _ api: any ForgeAPI, _ request: PullRequest, _ text: PullRequestText
    ) async throws(ForgeError) -> Creation {
        let answer: HTTPAnswer
        do throws(ForgeError) {
            answer = try await self.answer(to: api.creation(request, text))
        } catch {
            guard error.leavesUnclear else { throw error }
            return .unclear(error)
        }
        guard let problem = problem(of: answer) else {
            return api.pullRequest(in: answer).map { .created($0) } ?? .unclear(malformed)
        }
        switch api.refusal(of: answer.status, ForgeMessage(answer.body)) {
        case .exists: return .exists(problem)
        case .nothingToMerge:
            throw .nothingToMerge(branch: request.branch, base: request.base)
        case .unknownBranch: throw .unknownBranch(branch: request.branch, base: request.base)
        case .other where answer.status >= 500: return .unclear(problem)
        case .other: throw problem
        }
    }

    /// Waits before a creation is sent again; false after the last attempt.
    func mayRepeat(after attempt: Int) async throws(ForgeError) -> Bool {
        let retry = web.options.retry
        guard attempt < retry.attempts else { return false }
        try await pause((1..<attempt).reduce(retry.firstPause) { pause, _ in pause * retry.growth })
        return true
    }

    /// Sends a request with the token, and again after the pauses that the forge asks for.
    private func answer(to request: HTTPRequest) async throws(ForgeError) -> HTTPAnswer {
        var request = request
        request.authorization = token.authorization
        var attempt = 1
        while true {
            let answer = try await sent(request)
            let now = web.options.timing.secondsSince1970()
            guard let limit = RateLimit(answer, secondsSince1970: now) else { return answer }
            guard attempt < web.options.retry.attempts, limit.seconds <= Self.longestPauseSeconds
            else { throw .rateLimited(host: host, seconds: limit.seconds) }
            try await pause(.seconds(limit.seconds))
            attempt += 1
        }
    }

    /// A forge that asks for more is not waited for.
    private static let longestPauseSeconds = 90

    private func sent(_ request: HTTPRequest) async throws(ForgeError) -> HTTPAnswer {
        // What sets a state may arrive twice; what adds something may not.
        var isRepeatable = true
        if case .post = request.method { isRepeatable = false }
        do throws(WebProblem) {
            return try await web.answer(to: request, isRepeatable: isRepeatable)
        } catch {
            if case .rateLimited = error { throw .rateLimited(host: host, seconds: nil) }
            throw .web(error)
        }
    }

    private func pause(_ duration: Duration) async throws(ForgeError) {
        do throws(CancellationError) {
            try await web.options.timing.pause(duration)
        } catch {
            throw .web(.transport(.cancelled, host: host))
        }
    }

    /// Nil for an answer of success.
    private func problem(of answer: HTTPAnswer) -> ForgeError? {
        let message = ForgeMessage(answer.body).shown
        let kind = repository.kind
        let refused = ForgeError.tokenRefused(host: host, variable: token.variable)
        switch answer.status {
        // Azure DevOps shows the page for signing in.
        case 203 where kind == .azure, 302 where kind == .azure: return refused
        case 200..<300: return nil
        case 301, 302, 303, 307, 308:
            let target = answer.values(of: "location").first.flatMap(repository.api.resolving)
            return .moved(repository: repository.name, to: target)
        case 401: return refused
        case 403: return .forbidden(kind, variable: token.variable, message: message)
        case 404:
            return .notFound(kind, repository: repository.name, variable: token.variable)
        case 400..<500: return .refused(kind, status: answer.status, message: message)
        case let status: return .unexpectedStatus(host: host, status: status)
        }
    }
}

extension ForgeError {
    /// Whether the request may have been carried out all the same.
    fileprivate var leavesUnclear: Bool {
        guard case .web(.transport(let failure, _)) = self else { return false }
        return switch failure {
        case .timedOut, .connectionLost, .malformed, .bodyTooLong: true
        case .cancelled, .untrustedCertificate, .noEncryption, .noConnection, .proxy: false
        }
    }
}
