/// How much the service remembers, and how long.
package struct StateLimits: Sendable {
    private static let day = 86_400.0

    /// Seconds that tags, selections and logins are kept after they were noted last.
    package var unusedAge = 30 * day
    /// Seconds that the tags which an image had before it lost some are kept.
    package var lossAge = 7 * day
    /// Seconds.
    package var runAge = 30 * day
    /// Of an automation, besides the last one that pushed.
    package var runCount = 200
    /// Seconds.
    package var callAge = 7 * day
    /// Of a receiver.
    package var callCount = 200
    /// Seconds.
    package var deliveryAge = 3600.0
    /// Of all receivers.
    package var deliveryCount = 10_000
    /// Bytes; a longer id is not noted, and no delivery that has one is a repetition.
    package var deliveryLength = 256
    /// Of a run.
    package var refusalCount = 200
    /// Characters of a reason or a subject.
    package var textLength = 1000

    package init() {}
}
