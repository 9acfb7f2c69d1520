/// When a request is sent again, and how long to wait before.
///
/// Source: go-containerregistry, `pkg/v1/remote/options.go`: three attempts, pauses of about one
/// and three seconds, and the statuses that count as temporary.
package struct RetryPolicy: Equatable, Sendable {
    /// How often a request is sent at most.
    package var attempts = 3
    package var firstPause = Duration.seconds(1)
    package var growth = 3.0
    /// The most that chance adds, as a part of the pause.
    package var jitter = 0.1
    /// A server that asks for a longer pause than this is not asked again.
    package var longestPause = Duration.seconds(30)

    package init() {}

    package static func isTemporary(status: Int) -> Bool {
        [408, 429, 499, 500, 502, 503, 504, 522].contains(status)
    }

    /// The pause after an attempt that failed temporarily; nil to give up.
    ///
    /// - Parameters:
    ///   - attempt: Counted from 1.
    ///   - requested: What the server asks for.
    ///   - random: From 0 up to, not including, 1.
    package func pause(after attempt: Int, requested: Duration?, random: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        guard requested ?? .zero <= longestPause else { return nil }
        let own = (1..<attempt).reduce(firstPause) { pause, _ in pause * growth }
        let pause = min(max(own, requested ?? .zero), longestPause)
        return pause + pause * (jitter * random)
    }
}

/// The sources of time and chance, so that tests decide both.
package struct Timing: Sendable {
    package var pause: @Sendable (Duration) async throws(CancellationError) -> Void
    /// From 0 up to, not including, 1.
    package var random: @Sendable () -> Double
    package var secondsSince1970: @Sendable () -> Int

    package init(
        pause: @escaping @Sendable (Duration) async throws(CancellationError) -> Void,
        random: @escaping @Sendable () -> Double,
        secondsSince1970: @escaping @Sendable () -> Int
    ) {
        self.pause = pause
        self.random = random
        self.secondsSince1970 = secondsSince1970
    }

    /// Real pauses and real chance.
    package static func real(secondsSince1970: @escaping @Sendable () -> Int) -> Timing {
        Timing(
            pause: { duration throws(CancellationError) in
                try await WebAccess.pause(for: duration)
            },
            random: { Double.random(in: 0..<1) }, secondsSince1970: secondsSince1970)
    }
}
