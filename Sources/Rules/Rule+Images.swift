import ImageReferences
import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges image references one by one.
package protocol ImageRule: Rule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding?
}

extension ImageRule {
    package static var followsImages: Bool { true }

    package static var judgesDeployment: Bool { true }

    package func findings(in model: RepositoryModel) -> [Finding] { imageFindings(in: model) }

    /// The findings about images, for rules that also judge other objects.
    func imageFindings(in model: RepositoryModel) -> [Finding] {
        imageFindings(in: model) { [finding(at: $0, in: model)].compactMap(\.self) }
    }
}

extension Rule {
    /// The findings that `judge` makes about images.
    func imageFindings(
        in model: RepositoryModel, by judge: (JudgedImage) -> [Finding]
    ) -> [Finding] {
        let findings = model.judgedImages.compactMap { image in
            let found = judge(image)
            return found.isEmpty ? nil : (image, found)
        }
        // Patches repeat what they keep, so report a location only once.
        var known = Set(findings.lazy.filter { !$0.0.isBuilt }.flatMap(\.1).map(\.location))
        return findings.flatMap { image, findings in
            image.isBuilt ? findings.filter { known.insert($0.location).inserted } : findings
        }
    }

    /// A finding about a part that breaks the grammar of image references.
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

    /// A finding about one part of an image: a note if nothing deploys its file, unless the
    /// configuration assigns the file to environments.
    func finding(
        _ message: String, at part: SourceSpan, of image: JudgedImage, severity: Severity? = nil,
        environments: [String] = [], fix: Fix? = nil
    ) -> Finding {
        let reason = environments.isEmpty ? image.reach.reason : nil
        return finding(
            message + (reason.map { "; \($0)" } ?? ""), at: image.location(of: part),
            severity: reason == nil ? severity : .note, scalar: image.scalar(holding: part),
            object: image.fact.object, subject: image.fact.text, environments: environments,
            fix: fix, topic: FindingTopic(image: image.name?.full))
    }
}

extension JudgedImage {
    /// The image as messages name it; a chart may contain the name that its values leave out.
    var words: String {
        if fact.repository.text != nil || fact.overriddenName != nil {
            return "image `\(fact.text)`"
        }
        if let name { return "image `\(name.full)`" }
        return fact.object?.kind == "HelmRelease" ? "the image that the chart names" : "this image"
    }

    /// The consequence of a moving tag, for messages.
    static let movingConsequence =
        "which build runs depends on when a node pulls the image, and a revert in Git does not "
        + "restore the previous build; name a version or pin the digest"
}
