import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage
import YAMLSyntax

/// Everything that a run could not judge, with the reasons.
struct UncheckedItems {
    let facts: SnapshotFacts
    let outcome: RuleOutcome
    let sources: SourceTable

    var items: [NotChecked] {
        facts.files.flatMap(items) + unjudged
    }

    private var unreadable: Set<[UInt8]> {
        Set(
            outcome.findings.lazy.filter { $0.rule == "yaml-invalid" }
                .map { Array($0.location.path.utf8) })
    }

    private func items(of file: SnapshotFacts.FactsOfFile) -> [NotChecked] {
        switch file.content {
        case .failure(let error):
            [NotChecked(path: file.path, line: nil, rule: nil, reason: "\(error)")]
        case .success(let found): items(of: found)
        }
    }

    private func items(of file: ManifestFile) -> [NotChecked] {
        let path = file.path
        return switch file.facts.reading {
        case .screenedOut, .text, .template: []
        case .parsed: file.facts.resourceSets.compactMap { item(of: $0, in: file) }
        case .lfsPointer:
            [NotChecked(path: path, line: nil, rule: nil, reason: "stored with Git LFS")]
        // Where a build fails over it, that is a finding.
        case .notYAML where unreadable.contains(Array(path.utf8)): []
        case .notYAML(let error):
            [
                NotChecked(
                    path: path, line: LineIndex(file.facts.source).lineNumber(at: error.offset),
                    rule: nil, reason: "\(error)")
            ]
        }
    }

    /// Nil for a ResourceSet whose objects are known, or concern no image.
    private func item(of resourceSet: ResourceSetFact, in file: ManifestFile) -> NotChecked? {
        guard case .unknown(let reason) = resourceSet.rendering,
            file.facts.mayMakeImages(resourceSet)
        else { return nil }
        return NotChecked(
            path: file.path,
            line: LineIndex(file.facts.source).lineNumber(at: resourceSet.object.span.lowerBound),
            rule: nil, reason: "the objects of the ResourceSet are not known: \(reason)")
    }

    private var unjudged: [NotChecked] {
        let byPath = Dictionary(grouping: outcome.unjudged) { Array($0.location.path.utf8) }
        return byPath.values.flatMap { items in
            let lines = LineIndex(sources[items[0].location.path])
            return items.map { item in
                NotChecked(
                    path: item.location.path,
                    line: lines.lineNumber(at: item.location.span.lowerBound), rule: item.rule,
                    reason: item.reason)
            }
        }
    }
}

extension FileFacts {
    /// Whether the objects of a ResourceSet may have images, or be ones of image automation.
    fileprivate func mayMakeImages(_ resourceSet: ResourceSetFact) -> Bool {
        images.contains { resourceSet.object.span.contains($0.span) }
            || !templatedPolicyNames.isEmpty || !templatedRepositoryNames.isEmpty
    }
}
