/// The pauses of writers that were too late.
enum Backoff {
    /// Longer each time, and random, so that waiting writers do not collide again.
    static func delay(
        afterAttempt attempt: Int, random: (ClosedRange<Double>) -> Double = Double.random
    ) -> Duration {
        .seconds(random(0...1) * min(2, 0.05 * Double(1 << min(attempt, 6))))
    }
}
