import GitAccess
import UpdateEngine

/// All that decides what an automation writes: while it is the same, no run has anything to do.
///
/// Source: Flux, `image-automation-controller`, which ends a run where neither policies nor the
/// remote's head changed.
struct RunFingerprint: Hashable, Sendable {
    /// Of the branches that it checks out and pushes to; absent are those that are not there.
    var tips: [String: String]
    /// By the numbers of policies.
    let selections: [Int: PolicySelection]
    /// Since 1970, in UTC: holds and freezes begin and end with days.
    let day: Int64
}

/// The knowledge of the last run of an automation.
struct RunMemory: Sendable {
    /// The state that it went by; nil where the next run has to look for itself.
    var fingerprint: RunFingerprint?
    /// From then on it runs again anyway; nil for never.
    var end: Timestamp?

    /// Seconds after which a refused update is looked at again: images get older.
    static let patience = 600.0

    func covers(_ fingerprint: RunFingerprint, at now: Timestamp) -> Bool {
        self.fingerprint == fingerprint && end.map { now < $0 } ?? true
    }
}
