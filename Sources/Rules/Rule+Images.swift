import ImageReferences
import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each image reference by itself.
package protocol ImageRule: Rule {
    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding]
}

extension ImageRule {
    package static var followsImages: Bool { true }

    package static var judgesDeployment: Bool { true }

    package func findings(in model: RepositoryModel) -> [Finding] { imageFindings(in: model) }

    /// The findings at images, for rules that judge other objects as well.
    func imageFindings(in model: RepositoryModel) -> [Finding] {
        let findings = model.judgedImages.compactMap { image in
            let found = self.findings(at: image, in: model)
            return found.isEmpty ? nil : (image, found)
        }
        // One cause gives one finding, however many patches keep it.
        var known = Set(findings.lazy.filter { !$0.0.isBuilt }.flatMap(\.1).map(\.location))
        return findings.flatMap { image, findings in
            image.isBuilt ? findings.filter { known.insert($0.location).inserted } : findings
        }
    }

    /// A finding at what the grammar of references refuses.
    func finding(_ fault: ImageProblem, of image: JudgedImage) -> Finding {
        let noun =
            switch fault.extent {
            case .whole: image.fact.isWhole ? "image reference" : "image name"
            case .tag: "tag"
            case .digest: "digest"
            }
        return finding(
            "\(fault.text.quoted) is not a valid \(noun): \(fault.problem)", at: fault.span,
            of: image)
    }

    /// A finding at one part of an image: a note where nothing deploys its file, unless the
    /// configuration names the environments that do.
    func finding(
        _ message: String, at part: SourceSpan, of image: JudgedImage, severity: Severity? = nil,
        environments: [String] = [], fix: Fix? = nil
    ) -> Finding {
        let reason = environments.isEmpty ? image.reach.reason : nil
        return Finding(
            rule: Self.definition.id,
            severity: reason == nil ? severity ?? Self.definition.severity : .note,
            message: message + (reason.map { "; \($0)" } ?? ""),
            location: image.location(of: part), scalar: image.scalar(holding: part),
            object: image.fact.object,
            subject: image.fact.text, environments: environments, fix: fix,
            topic: FindingTopic(image: image.name?.full))
    }
}

extension JudgedImage {
    /// How messages name it; a chart may hold the name that its values leave out.
    var words: String {
        if fact.repository.text != nil || fact.overriddenName != nil {
            return "image `\(fact.text)`"
        }
        if let name { return "image `\(name.full)`" }
        return fact.object?.kind == "HelmRelease" ? "the image that the chart names" : "this image"
    }

    /// Why a tag that moves matters.
    static let movingConsequence =
        "which image runs depends on when a node pulls it, and a revert in Git does not bring the "
        + "former image back"
}
