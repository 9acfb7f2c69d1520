import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags files that make every run of an automation fail: `..` in a name, or annotations of kpt.
struct AutomationRunBlocked: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        let automations = model.automations.automations.filter {
            $0.source == .own && !$0.isSuspended && $0.updatePath != nil
        }
        guard !automations.isEmpty else { return [] }
        return names(in: model)
            + model.files.flatMap { file in
                (file.facts.setterInput?.pathAnnotations ?? []).compactMap {
                    annotation($0, in: file, automations)
                }
            }
    }

    /// A finding at the first marker of each file whose path cannot be written.
    private func names(in model: RepositoryModel) -> [Finding] {
        var seen: Set<String> = []
        return model.markers.compactMap { marker in
            guard marker.path.hasTwoDots, let setter = marker.fact.liveSetter,
                let automation = model.automations.writers(of: setter, at: marker.path).first,
                let path = automation.relativePath(marker.path), path.hasTwoDots,
                seen.insert(marker.path).inserted
            else { return nil }
            return finding(
                "the path `\(path)` has `..` in a name, so the whole run of `\(automation.name)` "
                    + "fails as soon as this value has to change: rename it", at: marker,
                related: [RelatedLocation("the automation", at: automation.location)]
            )
        }
    }

    private func annotation(
        _ annotation: LocatedText, in file: ManifestFile, _ automations: [LinkedAutomation]
    ) -> Finding? {
        guard NamePattern.isLiteral(annotation.text),
            let automation = automations.first(where: { automation in
                guard let path = automation.relativePath(file.path) else { return false }
                return path != annotation.text
            }), let path = automation.relativePath(file.path)
        else { return nil }
        return finding(
            "this annotation is not the file's path `\(path)`, so every run of "
                + "`\(automation.name)` fails: remove the annotation",
            at: SourceLocation(path: file.path, span: annotation.span),
            related: [RelatedLocation("the automation", at: automation.location)],
            subject: annotation.text)
    }
}

extension LinkedAutomation {
    /// A file's path relative to `update.path`; nil for files outside of it, and if `update.path`
    /// is the file itself.
    fileprivate func relativePath(_ path: String) -> String? {
        guard let directory = updatePath else { return nil }
        if directory.isEmpty { return path }
        guard path.utf8.starts(with: (directory + "/").utf8) else { return nil }
        return String(path.utf8.dropFirst(directory.utf8.count + 1))
    }
}

extension String {
    /// Whether two dots follow each other.
    ///
    /// By bytes, because `contains` takes a hundred times as long, for each marker.
    fileprivate var hasTwoDots: Bool {
        zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
    }
}
