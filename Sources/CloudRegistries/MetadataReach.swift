import WebAccess

/// Which metadata services did not answer lately, so that nobody waits for them again.
actor MetadataReach {
    private let now: @Sendable () -> Int
    private var absentUntil: [String: Int] = [:]

    /// For so long a service that is not there is not asked again.
    private static let memorySeconds = 60

    init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    func isAbsent(_ service: String) -> Bool { absentUntil[service].map { now() < $0 } ?? false }

    func noteAbsence(of service: String) { absentUntil[service] = now() + Self.memorySeconds }
}

extension CloudContext {
    /// For an answer that only shows that a metadata service is there; a machine without one must
    /// not be kept waiting.
    private static let probeLimit = Duration.seconds(1)

    /// The answer to the first request to a metadata service; nil if there is none.
    func probe(_ service: String, _ request: HTTPRequest) async -> HTTPAnswer? {
        if await reach.isAbsent(service) { return nil }
        let web = web
        let outcome = await withTimeLimit(Self.probeLimit) { await web.outcome(of: request) }
        if case .success(let answer)? = outcome { return answer }
        if !Task.isCancelled { await reach.noteAbsence(of: service) }
        return nil
    }
}
