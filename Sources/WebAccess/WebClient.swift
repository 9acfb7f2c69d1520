/// Sends requests: a few at a time to one host, and again after temporary failures.
///
/// It decides nothing about credentials: a request carries its own, and a redirect loses them.
/// Copies share the slots of hosts.
package struct WebClient: Sendable {
    package struct Options: Sendable {
        package var trust = PlainHTTPTrust()
        package var retry = RetryPolicy()
        /// At the same time.
        package var requestsPerHost = 6
        package var timing: Timing

        package init(timing: Timing) {
            self.timing = timing
        }
    }

    package let options: Options
    private let transport: any HTTPTransport
    private let slots: HostSlots

    package init(options: Options, transport: any HTTPTransport) {
        self.options = options
        self.transport = transport
        slots = HostSlots(limit: options.requestsPerHost)
    }

    /// The outcome of one attempt.
    package func outcome(of request: HTTPRequest) async -> Result<HTTPAnswer, TransportFailure> {
        await slots.withSlot(of: request.address.host) {
            await Result { () async throws(TransportFailure) in
                try await transport.send(request)
            }
        }
    }

    /// Sends a request, and sends it again after temporary failures; follows no redirect.
    ///
    /// - Parameter isRepeatable: Whether the request may reach the server twice. Where it must
    ///   not, it is sent again only if the server cannot have acted on it.
    package func answer(
        to request: HTTPRequest, isRepeatable: Bool = true
    ) async throws(WebProblem) -> HTTPAnswer {
        var attempt = 1
        while true {
            let outcome = await outcome(of: request)
            guard let pause = pause(after: attempt, outcome, isRepeatable: isRepeatable) else {
                return try last(outcome, server: request.address.host, attempts: attempt)
            }
            do throws(CancellationError) {
                try await options.timing.pause(pause)
            } catch {
                throw .transport(.cancelled, host: request.address.host.description)
            }
            attempt += 1
        }
    }

    /// The slot is given back when the answer begins: a copy reads and writes at the same time.
    func opened(_ request: HTTPRequest) async throws(WebProblem) -> HTTPDownload {
        let host = request.address.host
        let outcome = await slots.withSlot(of: host) {
            await Result { () async throws(TransportFailure) in try await transport.open(request) }
        }
        return try outcome.mapError { WebProblem.transport($0, host: "\(host)") }.get()
    }

    /// The pause that a server asks for.
    package func requestedPause(in answer: HTTPAnswer) -> Duration? {
        answer.values(of: "retry-after").first.flatMap {
            RetryAfter.pause($0, secondsSince1970: options.timing.secondsSince1970())
        }
    }

    /// Nil where another attempt would not help, might do harm, or is one too many.
    private func pause(
        after attempt: Int, _ outcome: Result<HTTPAnswer, TransportFailure>, isRepeatable: Bool
    ) -> Duration? {
        var requested: Duration?
        switch outcome {
        case .failure(let failure):
            guard failure.isTemporary, isRepeatable || failure.isBeforeSending else { return nil }
        case .success(let answer):
            guard RetryPolicy.isTemporary(status: answer.status),
                isRepeatable || answer.status == 429
            else { return nil }
            requested = requestedPause(in: answer)
        }
        return options.retry.pause(
            after: attempt, requested: requested, random: options.timing.random())
    }

    private func last(
        _ outcome: Result<HTTPAnswer, TransportFailure>, server: WebHost, attempts: Int
    ) throws(WebProblem) -> HTTPAnswer {
        let answer = try outcome.mapError { WebProblem.transport($0, host: "\(server)") }.get()
        guard answer.status != 429 else {
            throw .rateLimited(server: "\(server)", attempts: attempts)
        }
        return answer
    }
}

extension TransportFailure {
    /// Whether the server cannot have seen the request.
    fileprivate var isBeforeSending: Bool {
        if case .noConnection = self { true } else { false }
    }
}
