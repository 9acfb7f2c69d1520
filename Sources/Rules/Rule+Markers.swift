package import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A rule that judges each marker by itself.
package protocol MarkerRule: Rule {
    /// What is wrong with a marker, if anything is.
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String?
    /// Another place in the marker's file that explains the fault, with what to say there.
    func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)?
}

extension MarkerRule {
    package func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)? { nil }

    package func findings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let message = fault(of: marker.fact, in: model) else { return nil }
            return Finding(
                rule: Self.definition.id, severity: Self.definition.severity, message: message,
                location: SourceLocation(path: marker.path, span: marker.fact.span),
                scalar: marker.fact.target?.span,
                related: cause(of: marker.fact).map { cause in
                    let location = SourceLocation(path: marker.path, span: cause.span)
                    return [RelatedLocation(message: cause.message, location: location)]
                } ?? [],
                object: marker.fact.object,
                subject: marker.fact.text, topic: FindingTopic(marker.fact))
        }
    }
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
