package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each image reference by itself.
package protocol ImageRule: Rule {
    /// The findings at one image of a file.
    func findings(at image: ImageFact, in file: ManifestFile, of model: RepositoryModel)
        -> [Finding]
}

extension ImageRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.files.flatMap { file in
            file.facts.images.flatMap { findings(at: $0, in: file, of: model) }
        }
    }

    /// A finding at one part of an image.
    func finding(
        _ message: String, at part: SourceSpan, of image: ImageFact, in file: ManifestFile
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: Self.definition.severity, message: message,
            location: SourceLocation(path: file.path, span: part),
            scalar: image.scalar(holding: part), object: image.object, subject: image.text)
    }
}
