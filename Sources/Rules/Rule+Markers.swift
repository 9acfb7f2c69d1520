package import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A rule that judges each marker by itself.
package protocol MarkerRule: Rule {
    /// What is wrong with a marker, if anything is.
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String?
    /// Another place in the marker's file that explains the fault, with what to say there.
    func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)?
    /// What would mend a marker that has the fault.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix?
}

extension MarkerRule {
    package func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)? { nil }

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
                message, at: marker, related: related ?? [], fix: fix(of: marker, in: model))
        }
    }
}

extension Rule {
    /// A finding at a marker, about the scalar that it stands at.
    func finding(
        _ message: String, at marker: Placed<MarkerFact>, severity: Severity? = nil,
        related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: severity ?? Self.definition.severity,
            message: message,
            location: marker.location, scalar: marker.fact.target?.span, related: related,
            object: marker.fact.object, subject: marker.fact.text, fix: fix,
            topic: FindingTopic(marker.fact))
    }
}

extension Placed where Fact == MarkerFact {
    /// The comment.
    var location: SourceLocation { SourceLocation(path: path, span: fact.span) }
}

extension FindingTopic {
    /// What a marker is about.
    init(_ marker: MarkerFact) {
        guard case .setter(let setter) = marker.reading else {
            self.init()
            return
        }
        self.init(policy: "\(setter.namespace)/\(setter.name)")
    }
}
