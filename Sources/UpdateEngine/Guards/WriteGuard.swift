package import ManifestFacts
package import Triage

/// Decides which writes are refused.
package protocol WriteGuard: Sendable {
    /// Nil lets a write at a marker pass.
    func refusal(of setter: SetterMarker, at place: WritePlace) -> Refusal?
}

/// The marker of a write.
package struct WritePlace: Hashable, Sendable {
    let path: String
    /// In the bytes before.
    let offset: Int
}

/// Refuses writes at some markers, for known reasons.
struct RefusedWrites: WriteGuard {
    private var refusals: [WritePlace: Refusal] = [:]

    var isEmpty: Bool { refusals.isEmpty }

    func refusal(of setter: SetterMarker, at place: WritePlace) -> Refusal? { refusals[place] }

    /// The first refusal of a place counts.
    mutating func note(_ refusal: Refusal, at place: WritePlace) {
        if refusals[place] == nil { refusals[place] = refusal }
    }
}

/// Why something is not written.
package struct Refusal: Sendable {
    /// One clause, lower case, no full stop.
    package let reason: String
    /// The findings of `check` in the result; empty if another reason refuses it.
    package let findings: [ReportedFinding]

    package init(_ reason: String, findings: [ReportedFinding] = []) {
        self.reason = reason
        self.findings = findings
    }
}

extension [any WriteGuard] {
    /// The first guard that refuses a write gives the reason.
    func refusal(of setter: SetterMarker, at place: WritePlace) -> Refusal? {
        lazy.compactMap { $0.refusal(of: setter, at: place) }.first
    }
}
