package import ManifestFacts
package import RepositoryLinking
import SourceText
package import Triage

/// Decides which writes are refused.
package protocol WriteGuard: Sendable {
    /// Nil lets the write pass.
    func refusal(of write: ProposedWrite) -> Refusal?
}

/// A write that an update proposes at one marker.
package struct ProposedWrite: Sendable {
    package let path: String
    package let marker: MarkerFact
    package let setter: SetterMarker
    /// The policies of the repository that the marker may mean.
    package let policies: [LinkedPolicy]
    package let image: SelectedImage
    package let old: String
    package let new: String

    var place: WritePlace { WritePlace(path: path, offset: marker.span.lowerBound) }
}

/// The marker of a write.
struct WritePlace: Hashable {
    let path: String
    /// In the bytes before.
    let offset: Int
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
    func refusal(of write: ProposedWrite) -> Refusal? {
        for guardian in self {
            if let refusal = guardian.refusal(of: write) { return refusal }
        }
        return nil
    }
}
