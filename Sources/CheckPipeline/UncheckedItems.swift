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
        case .screenedOut, .parsed, .text, .template: []
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
