package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each marker by itself.
package protocol MarkerRule: Rule {
    /// What is wrong with a marker, if anything is.
    func fault(of marker: MarkerFact, in file: ManifestFile, of model: RepositoryModel) -> String?
}

extension MarkerRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.files.flatMap { file in
            file.facts.markers.compactMap { marker in
                fault(of: marker, in: file, of: model).map { finding($0, at: marker, in: file) }
            }
        }
    }

    /// A finding at a marker's comment, about the scalar beside it.
    private func finding(
        _ message: String, at marker: MarkerFact, in file: ManifestFile
    ) -> Finding {
        let comment = String(
            decoding: file.facts.source[marker.span.range], as: UTF8.self)
        return Finding(
            rule: Self.definition.id, severity: Self.definition.severity, message: message,
            location: SourceLocation(path: file.path, span: marker.span),
            scalar: marker.target?.span, object: marker.object, subject: comment)
    }
}

extension MarkerFact {
    /// The setter of a marker that Flux sees and understands.
    var liveSetter: SetterMarker? {
        guard isSeen, case .setter(let setter) = reading else { return nil }
        return setter
    }
}
