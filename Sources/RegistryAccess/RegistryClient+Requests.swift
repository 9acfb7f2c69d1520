extension RegistryClient {
    /// How the registry of an image is reached.
    ///
    /// Where plain HTTP is allowed, a request without credentials finds out whether there is TLS
    /// anyway. A server with a bad certificate is not asked without encryption.
    func endpoint(of image: RegistryImage) async -> Result<Endpoint, RegistryError.Reason> {
        let trust = options.trust.level(
            of: image.host, declaredInsecure: image.isDeclaredInsecure)
        let encrypted = Endpoint(host: image.host, scheme: .https, trust: trust)
        guard trust != .none else { return .success(encrypted) }
        let probe = HTTPRequest(address: encrypted.address, bodyLimit: 1 << 16)
        let host = probe.address.host
        switch await outcome(of: probe) {
        case .success, .failure(.bodyTooLong): return .success(encrypted)
        case .failure(.untrustedCertificate):
            return .failure(.transport(.untrustedCertificate, host: host.description))
        case .failure:
            return .success(Endpoint(host: image.host, scheme: .http, trust: trust))
        }
    }

    /// Sends a request, and sends it again after temporary failures.
    func answer(to request: HTTPRequest) async throws(RegistryError.Reason) -> HTTPAnswer {
        var attempt = 1
        while true {
            let outcome = await outcome(of: request)
            guard let pause = pause(after: attempt, outcome) else {
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

    private typealias Outcome = Result<HTTPAnswer, TransportFailure>

    private func outcome(of request: HTTPRequest) async -> Outcome {
        await hosts.slots.withSlot(of: request.address.host) {
            await Result { () async throws(TransportFailure) in
                try await transport.send(request)
            }
        }
    }

    /// Nil where another attempt would not help, or is one too many.
    private func pause(after attempt: Int, _ outcome: Outcome) -> Duration? {
        var requested: Duration?
        switch outcome {
        case .failure(let failure):
            guard failure.isTemporary else { return nil }
        case .success(let answer):
            guard RetryPolicy.isTemporary(status: answer.status) else { return nil }
            requested = answer.values(of: "retry-after").first.flatMap {
                RetryAfter.pause($0, secondsSince1970: options.timing.secondsSince1970())
            }
        }
        return options.retry.pause(
            after: attempt, requested: requested, random: options.timing.random())
    }

    private func last(
        _ outcome: Outcome, server: RegistryHost, attempts: Int
    ) throws(RegistryError.Reason) -> HTTPAnswer {
        let answer = try outcome.mapError { RegistryError.Reason.transport($0, host: "\(server)") }
            .get()
        guard answer.status != 429 else {
            throw .answer(.rateLimited(server: "\(server)", attempts: attempts))
        }
        return answer
    }
}
