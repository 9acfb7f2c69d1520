package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges markers one by one.
package protocol MarkerRule: Rule {
    /// The fault of a marker, as a message; nil if it has none.
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String?
    /// Whether the fingerprint uses the setter that is meant instead of the comment's text, so that
    /// it stays the same when the comment's own fault is corrected.
    static var judgesMeaning: Bool { get }
    /// The fix for a marker that has the fault.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix?
}

extension MarkerRule {
    package static var judgesMeaning: Bool { false }

    package func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? { nil }

    package func findings(in model: RepositoryModel) -> [Finding] { markerFindings(in: model) }

    /// The findings about markers that are comments of their files.
    func markerFindings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let message = fault(of: marker.fact, in: model) else { return nil }
            return finding(
                message, at: marker, judgesMeaning: Self.judgesMeaning,
                fix: fix(of: marker, in: model))
        }
    }
}

extension Rule {
    /// Ends a message about a value that every build replaces.
    static var replacement: String { "; wherever it is deployed, another value replaces it" }

    /// A finding at a marker, about the scalar beside it.
    func finding(
        _ message: String, at marker: Placed<MarkerFact>, severity: Severity? = nil,
        judgesMeaning: Bool = false, related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        finding(
            message, at: marker.location, severity: severity, scalar: marker.fact.target?.span,
            related: related, object: marker.fact.object,
            subject: judgesMeaning ? marker.fact.mendedText : marker.fact.text, fix: fix,
            topic: FindingTopic(judgesMeaning ? marker.fact.meantSetter : marker.fact.statedSetter))
    }
}

extension Placed where Fact == MarkerFact {
    /// The comment.
    var location: SourceLocation { SourceLocation(path: path, span: fact.span) }
}

extension MarkerFact {
    /// The setter, if the comment has Flux's own form; Flux need not read it.
    fileprivate var statedSetter: SetterMarker? {
        if case .setter(let setter) = reading { setter } else { nil }
    }
}

extension FindingTopic {
    /// The topic of a marker: its policy.
    init(_ setter: SetterMarker?) { self.init(policy: setter?.policyName) }
}

extension SetterMarker {
    /// `NAMESPACE/NAME`.
    var policyName: String { "\(namespace)/\(name)" }
}
