import ImageReferences
package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each image reference by itself.
package protocol ImageRule: Rule {
    func findings(at image: Placed<ImageFact>, in model: RepositoryModel) -> [Finding]
}

extension ImageRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.images.flatMap { findings(at: $0, in: model) }
    }

    /// A finding at what the grammar of references refuses.
    func finding(_ fault: ImageProblem, of image: Placed<ImageFact>) -> Finding {
        let noun =
            switch fault.extent {
            case .whole: image.fact.isWhole ? "image reference" : "image name"
            case .tag: "tag"
            case .digest: "digest"
            }
        return finding("`\(fault.text)` is no \(noun): \(fault.problem)", at: fault.span, of: image)
    }

    /// A finding at one part of an image.
    func finding(
        _ message: String, at part: SourceSpan, of image: Placed<ImageFact>,
        environments: [String] = []
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: Self.definition.severity, message: message,
            location: SourceLocation(path: image.path, span: part),
            scalar: image.fact.scalar(holding: part), object: image.fact.object,
            subject: image.fact.text, environments: environments,
            topic: FindingTopic(image: image.name?.full))
    }
}
