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

    private func items(of file: SnapshotFacts.FactsOfFile) -> [NotChecked] {
        switch file.content {
        case .failure(let error):
            [NotChecked(path: file.path, line: nil, rule: nil, reason: "\(error)")]
        case .success(let facts):
            items(of: facts, at: file.path)
        }
    }

    private func items(of facts: FileFacts, at path: String) -> [NotChecked] {
        switch facts.reading {
        case .screenedOut, .parsed, .text: []
        case .lfsPointer:
            [NotChecked(path: path, line: nil, rule: nil, reason: "stored with Git LFS")]
        case .template:
            markers(of: facts, at: path, reason: "a marker in a template that is not YAML")
        case .notYAML(let error):
            [
                NotChecked(
                    path: path, line: LineIndex(facts.source).lineNumber(at: error.offset),
                    rule: nil, reason: "\(error)")
            ]
        }
    }

    private func markers(of facts: FileFacts, at path: String, reason: String) -> [NotChecked] {
        guard !facts.unreadMarkers.isEmpty else { return [] }
        let lines = LineIndex(facts.source)
        return facts.unreadMarkers.map { span in
            NotChecked(
                path: path, line: lines.lineNumber(at: span.lowerBound), rule: nil,
                reason: reason)
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
