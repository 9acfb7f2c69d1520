import Kustomize
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags what makes every run of an automation fail: names with `..`, and annotations of kpt.
struct AutomationRunBlocked: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationRunBlocked)
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

    /// The first marker of each file that would have to be written.
    private func names(in model: RepositoryModel) -> [Finding] {
        var seen: Set<String> = []
        return model.markers.compactMap { marker in
            guard marker.path.holdsDoublePoint, let setter = marker.fact.liveSetter,
                let automation = model.automations.writers(of: setter, at: marker.path).first,
                let path = automation.relativePath(marker.path), path.holdsDoublePoint,
                seen.insert(marker.path).inserted
            else { return nil }
            return finding(
                "the path `\(path)` holds `..` in a name, so the whole run of `\(automation.name)` "
                    + "fails as soon as this value has to change", at: marker,
                related: [RelatedLocation(message: "the automation", location: automation.location)]
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
        return Finding(
            rule: Self.definition.id, severity: Self.definition.severity,
            message: "this annotation is not the file's path `\(path)`, so every run of "
                + "`\(automation.name)` fails",
            location: SourceLocation(path: file.path, span: annotation.span),
            related: [RelatedLocation(message: "the automation", location: automation.location)],
            subject: annotation.text)
    }
}

extension LinkedAutomation {
    /// A file's path from the folder that is rewritten; nil for files outside of it, and where a
    /// file is named itself.
    fileprivate func relativePath(_ path: String) -> String? {
        guard let folder = updatePath else { return nil }
        if folder.isEmpty { return path }
        guard path.utf8.starts(with: (folder + "/").utf8) else { return nil }
        return String(path.utf8.dropFirst(folder.utf8.count + 1))
    }
}

extension String {
    /// Whether a name in the path has two points in a row; names cannot be just that.
    fileprivate var holdsDoublePoint: Bool {
        zip(utf8, utf8.dropFirst()).contains {
            $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".")
        }
    }
}
