package import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A rule that judges each marker by itself.
package protocol MarkerRule: Rule {
    /// The fault of a marker, as a message; nil if it has none.
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String?
    /// Another location in the marker's file that explains the fault, with its message.
    func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)?
    /// Whether a finding is about the setter that is meant, so that it stays the same finding when
    /// the comment's own fault is mended.
    static var judgesMeaning: Bool { get }
    /// The fix for a marker that has the fault.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix?
}

extension MarkerRule {
    package func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)? { nil }

    package static var judgesMeaning: Bool { false }

    package func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? { nil }

    package func findings(in model: RepositoryModel) -> [Finding] { markerFindings(in: model) }

    /// The faults of the markers that are comments of their files.
    func markerFindings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let message = fault(of: marker.fact, in: model) else { return nil }
            let related = cause(of: marker.fact).map { cause in
                let location = SourceLocation(path: marker.path, span: cause.span)
                return [RelatedLocation(message: cause.message, location: location)]
            }
            return finding(
                message, at: marker, judgesMeaning: Self.judgesMeaning, related: related ?? [],
                fix: fix(of: marker, in: model))
        }
    }
}

extension Rule {
    /// Ends a message about a value that no build leaves as it is.
    static var replacement: String { "; wherever it is deployed, another value replaces it" }

    /// A finding at a marker, about the scalar that it stands at.
    func finding(
        _ message: String, at marker: Placed<MarkerFact>, severity: Severity? = nil,
        judgesMeaning: Bool = false,
        related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: severity ?? Self.definition.severity,
            message: message,
            location: marker.location, scalar: marker.fact.target?.span, related: related,
            object: marker.fact.object,
            subject: judgesMeaning ? marker.fact.mendedText : marker.fact.text, fix: fix,
            topic: FindingTopic(judgesMeaning ? marker.fact.meantSetter : marker.fact.statedSetter))
    }
}

extension Placed where Fact == MarkerFact {
    /// The comment.
    var location: SourceLocation { SourceLocation(path: path, span: fact.span) }
}

extension MarkerFact {
    /// The setter that the comment holds in Flux's own form, wherever it stands.
    fileprivate var statedSetter: SetterMarker? {
        if case .setter(let setter) = reading { setter } else { nil }
    }
}

extension FindingTopic {
    /// The topic of a marker: its policy.
    fileprivate init(_ setter: SetterMarker?) {
        self.init(policy: setter.map { "\($0.namespace)/\($0.name)" })
    }
}
