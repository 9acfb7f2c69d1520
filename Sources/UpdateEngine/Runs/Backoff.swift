/// How long those wait who were not quick enough.
enum Backoff {
    /// Longer and longer, and each for another time, so that those who wait do not meet again.
    static func delay(
        afterAttempt attempt: Int, random: (ClosedRange<Double>) -> Double = Double.random
    ) -> Duration {
        .seconds(random(0...1) * min(2, 0.05 * Double(1 << min(attempt, 6))))
    }
}
