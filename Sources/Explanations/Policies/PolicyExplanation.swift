package import CheckPipeline
import ManifestFacts
import RegularLanguages
package import Reports
package import RepositoryLinking
import Rules
import SemanticVersions
import TagPolicies

/// An explanation of the policies of one name: the tags that they can select, and which of some
/// tags they do.
package struct PolicyExplanation: Answer {
    package static let command = "explain policy"

    let accounts: [PolicyAccount]

    /// Explains each declaration of that name in `paths`; several clusters may have one.
    package init(
        of name: ObjectName, in model: RepositoryModel, paths: ReportPaths = .all,
        tags: GivenTags? = nil
    ) throws(PolicyMissing) {
        self.init(
            of: try DeclaredPolicy.policies(named: name, in: model, paths: paths), in: model,
            tags: tags)
    }

    /// Explains policies of the model, each as it is built.
    package init(of policies: [LinkedPolicy], in model: RepositoryModel) {
        self.init(of: policies.map { DeclaredPolicy($0, in: model) }, in: model, tags: nil)
    }

    private init(of declarations: [DeclaredPolicy], in model: RepositoryModel, tags: GivenTags?) {
        let crossings = PolicyCrossings(in: model)
        accounts = declarations.map { declaration in
            PolicyAccount(
                of: declaration, tags: tags?.tags(of: declaration.policy.imageName),
                crossings: crossings.witnesses(against: declaration.policy), in: model)
        }
    }

    package var members: [String: JSONValue] {
        ["policies": .array(accounts.map(\.json))]
    }
}

extension PolicyAccount {
    fileprivate var json: JSONValue {
        let policy = declaration.policy
        let written = policy.fact.object.identity
        let error = failure.map { failure -> JSONValue in
            ["kind": .string(failure.kind), "message": .string(failure.message)]
        }
        return [
            "namespace": JSONValue(policy.identity.namespace.known ?? written.namespace),
            "name": JSONValue(policy.identity.name.known ?? written.name),
            "path": .string(policy.path),
            "line": .integer(declaration.line),
            "environments": .array(declaration.environments.map(JSONValue.string)),
            "selected": JSONValue(selected),
            "error": error ?? .null,
            "tags": .array(fates.map(\.json)),
            "tied": .array(tied.map(JSONValue.string)),
            "samples": .array((sketch?.samples ?? []).map(JSONValue.string)),
            "crossings": .array(
                crossings.map { crossing in
                    [
                        "environment": .string(crossing.environment),
                        "tag": .string(crossing.tag),
                    ]
                }),
        ]
    }
}

extension PolicyAccount.Fate {
    fileprivate var json: JSONValue {
        [
            "tag": .string(tag), "kept": .boolean(isKept), "value": JSONValue(value),
            "reason": .string(reason),
        ]
    }
}

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
