import ManifestFacts
import RegularLanguages
package import Reports
import RepositoryLinking
import Rules
import SemanticVersions
import TagPolicies

extension PolicyExplanation {
    package func text(in style: TextStyle) -> String {
        paragraphs(
            accounts.map { account in
                paragraphs([
                    TextTable(account.description).text(in: style),
                    account.table.text(in: style),
                    account.selection == nil ? "" : TextTable(account.outcome).text(in: style),
                ])
            })
    }
}

extension PolicyAccount {
    fileprivate var description: [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("policy", declaration.policy.name, .emphasis),
            .row("declared", "\(declaration.policy.path):\(declaration.line)"),
            .row("image", imageWords),
        ]
        if !declaration.environments.isEmpty {
            rows.append(.row("for", declaration.environments.joined(separator: ", ")))
        }
        if let field = declaration.fieldWithVariable {
            rows.append(
                .row(
                    "note", "`\(field)` holds a variable; this is about the text as it is written",
                    .severity(.note)))
        }
        if let doubt, doubt != declaration.policy.unknownReason {
            rows.append(.row("note", doubt, .severity(.note)))
        }
        if let fault { rows.append(.row("error", fault.message, .severity(.error))) }
        guard case .success(let policy) = policy, let sketch else { return rows }
        if let filter = policy.filter {
            rows.append(.row("pattern", filter.pattern.source))
            rows.append(.row("considers", "tags that \(filter.words(sketch))"))
        } else {
            rows.append(.row("considers", "all tags"))
        }
        rows.append(.row("except", exclusionWords))
        rows.append(
            .row("selects", policy.words(template: declaration.specification.filter?.extract ?? ""))
        )
        return rows + sketch.rows
            + crossings.map { crossing in
                .row(
                    "crosses", "`\(crossing.tag)` is a tag of `\(crossing.environment)`",
                    .severity(.error))
            }
    }

    private var imageWords: String {
        guard let repository = declaration.imageRepository else {
            return "not known: the ImageRepository is not declared here"
        }
        return repository.image ?? "not known: the ImageRepository names none"
    }

    private var exclusionWords: String {
        let list = declaration.exclusionList
        let patterns = list.isEmpty ? [TagExclusions.defaultPattern] : list
        let words = "those that match " + patterns.map { "`\($0)`" }.joined(separator: " or ")
        return list.isEmpty ? words + ", Flux's default" : words
    }

    /// One row for each tag.
    fileprivate var table: TextTable {
        let fates = fates
        if fates.isEmpty { return TextTable([]) }
        return TextTable(
            header: ["", "tag", "value", "reason"],
            fates.map { fate in
                // The first word says enough about those that are kept.
                [
                    fate.word, .init(fate.tag), .init(fate.value ?? ""),
                    .init(fate.isKept ? "" : fate.reason),
                ]
            })
    }

    fileprivate var outcome: [[TextTable.Cell]] {
        guard let selected else {
            let reason = failure?.message ?? "not known: \(readiness.reason ?? "")"
            return [.row("selected", "nothing: \(reason)", .severity(.error))]
        }
        return [.row("selected", selected, .emphasis)]
            + (tied.isEmpty ? [] : [.row("tied", tied.joined(separator: ", "))])
    }
}

extension PolicyAccount.Fate {
    fileprivate var word: TextTable.Cell {
        switch verdict {
        case .selected: .init("selected", .success)
        case .tied: .init("tied", .success)
        case .candidate: .init("kept")
        case .excluded, .notMatched, .refused, .shadowed, nil:
            .init("dropped", .severity(.warning))
        }
    }
}
