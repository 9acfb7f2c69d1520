import ManifestFacts
package import Reports
import RepositoryLinking
import Rules
import SourceText
import TagPolicies
import Triage

extension PlaceExplanation {
    package func text(in style: TextStyle) -> String {
        let tables =
            markers.flatMap { $0.tables(at: path) }
            + images.map { TextTable($0.rows(at: path, besideMarkers: !markers.isEmpty)) }
            + [TextTable(judgements)]
        return paragraphs(tables.map { $0.text(in: style) })
    }

    private var judgements: [[TextTable.Cell]] {
        findings.map { reported in
            let severity = reported.finding.severity
            let isAccepted = reported.acceptance != nil
            return [
                .init(
                    isAccepted ? "accepted" : severity.rawValue,
                    isAccepted ? .gutter : .severity(severity)),
                .init("\(reported.finding.message) [\(reported.finding.rule)]"),
            ]
        }
            + notChecked.map { item in
                .row(
                    "not checked",
                    item.reason + (item.rule.map { " [\($0)]" } ?? ""))
            }
    }
}

extension MarkerAccount {
    /// The marker, each policy, and the automations.
    fileprivate func tables(at path: String) -> [TextTable] {
        [TextTable(rows(at: path))] + policies.map { TextTable($0.rows(tag: tag)) }
            + [automationTable]
    }

    private func rows(at path: String) -> [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("marker", marker.text, .emphasis),
            .row("place", "\(path):\(position.line):\(position.column), \(marker.placeWords)"),
        ]
        if let target = marker.target {
            let holder = marker.object.map { " in \($0.words)" } ?? ""
            rows.append(.row("value", "`\(target.text)`" + holder))
        }
        rows.append(.row("means", marker.reading.words))
        rows.append(.row("outcome", outcome.words, outcome.role))
        return rows
    }

    /// An automation that covers the marker writes it only if nothing else is in the way.
    private func words(for automation: AutomationAccount) -> String {
        if case .nothing = outcome, automation.verdict == .writes {
            return "would write this marker"
        }
        return "\(automation.verdict)"
    }

    private var automationTable: TextTable {
        let near = automations.filter { !$0.isOfOtherNamespace }
        let rest = automations.filter(\.isOfOtherNamespace)
        let shown = near + (rest.count > 3 ? [] : rest)
        let summary: [[TextTable.Cell]] =
            rest.count > 3
            ? [[.init("\(rest.count) others"), .init("know only the policies of their namespaces")]]
            : []
        if automations.isEmpty { return TextTable([]) }
        return TextTable(
            header: ["automation", ""],
            shown.map { automation in
                [
                    .init("\(automation.name) (\(automation.declaration))"),
                    .init(words(for: automation), automation.verdict.role),
                ]
            } + summary)
    }
}

extension MarkerOutcome {
    fileprivate var role: TextStyle.Role {
        switch self {
        case .written: .success
        case .suspended, .unknown: .severity(.warning)
        case .nothing: .severity(.error)
        }
    }
}

extension AutomationAccount {
    fileprivate var isOfOtherNamespace: Bool {
        if case .otherNamespace = verdict { true } else { false }
    }
}

extension AutomationVerdict {
    fileprivate var role: TextStyle.Role? {
        switch self {
        case .writes: .success
        case .suspended, .unselected, .unknown: .severity(.warning)
        case .otherNamespace, .otherRepository, .outside: nil
        }
    }
}

extension MarkerAccount.Policy {
    /// What the policy takes of all tags; nil for a policy that is not valid.
    var selection: String? {
        guard case .success(let policy) = account.policy else { return nil }
        return policy.words(template: account.declaration.specification.filter?.extract ?? "")
    }

    fileprivate func rows(tag: String?) -> [[TextTable.Cell]] {
        let declaration = account.declaration
        var rows: [[TextTable.Cell]] = [
            .row("policy", declaration.policy.name, .emphasis),
            .row("declared", "\(declaration.policy.path):\(declaration.line)"),
        ]
        if !build.kustomizations.isEmpty {
            rows.append(.row("through", build.kustomizations.joined(separator: ", ")))
        }
        rows += build.rows(label: "built")
        rows += repositories.map { .row("image", $0.words) }
        if repositories.isEmpty {
            rows.append(.row("image", "not known: its ImageRepository is not declared here"))
        }
        if let pattern = declaration.specification.filter?.pattern {
            rows.append(.row("pattern", pattern))
        }
        if let selection { rows.append(.row("selects", selection)) }
        if let field = declaration.fieldWithVariable {
            rows.append(.row("note", "`\(field)` holds a variable", .severity(.note)))
        }
        if let fault = account.fault {
            rows.append(.row("error", fault.message, .severity(.error)))
        }
        return rows + outcome(tag: tag)
    }

    private func outcome(tag: String?) -> [[TextTable.Cell]] {
        guard let fate else { return [.row("writes", written.words)] }
        let verdict = fate.isKept ? "kept" : "dropped: \(fate.reason)"
        return [
            .row("tag", "`\(fate.tag)` \(verdict)", fate.isKept ? nil : .severity(.warning)),
            .row("writes", fate.isKept ? written.words : "nothing for that tag"),
        ]
    }
}

extension MarkerAccount.Repository {
    fileprivate var words: String {
        "\(image ?? written.map { "not known (`\($0)`)" } ?? "not known"), of the ImageRepository \(name) (\(declaration))"
            + (isSuspended ? ", which is suspended: no new tags are looked for" : "")
    }
}

extension BuildAccount {
    /// More roots than these are counted.
    private static let rootLimit = 8

    /// One row for each root.
    fileprivate func rows(label: String) -> [[TextTable.Cell]] {
        guard !roots.isEmpty else {
            return [.row(label, "as its file is: nothing in the repository builds it")]
        }
        let rest = roots.count - Self.rootLimit
        let words =
            roots.prefix(Self.rootLimit).map(\.words)
            + (rest > 0 ? ["and from \(rest) more folders"] : [])
        return words.enumerated().map { .row($0.offset == 0 ? label : "", $0.element) }
    }
}

extension BuildAccount.Root {
    fileprivate var words: String {
        let place = folder.isEmpty ? "the repository's root" : folder
        guard let builder else { return "from \(place), which nothing in the repository builds" }
        return "from \(place), by the Kustomization \(builder.name) (\(builder.declaration))"
    }
}

extension ImageAccount {
    fileprivate func rows(at path: String, besideMarkers: Bool) -> [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("image", image.text, .emphasis),
            .row(
                "place",
                "\(path):\(position.line):\(position.column), \(image.use.words)"
                    + (fileUse == .patch ? ", in a patch" : "")),
        ]
        if let object = image.object { rows.append(.row("object", object.words)) }
        if !environments.isEmpty {
            rows.append(.row("for", environments.joined(separator: ", ")))
        }
        rows += build.rows(label: "deployed")
        if isOverridden {
            rows.append(
                .row("note", "`images` entries set its tag or digest wherever it is deployed"))
        }
        return rows + updates
    }

    /// More policies for one image than these are counted.
    private static let policyLimit = 5

    private var updates: [[TextTable.Cell]] {
        if !markers.isEmpty { return markers.map { .row("updated", "by the marker \($0.text)") } }
        let rest = policies.count - Self.policyLimit
        let words =
            policies.prefix(Self.policyLimit).map { "\($0.name) (\($0.declaration))" }
            + (rest > 0 ? ["and \(rest) more"] : [])
        return [.row("updated", "not here: Flux sees no marker at it")]
            + words.enumerated().map { .row($0.offset == 0 ? "policies" : "", $0.element) }
    }
}

extension ImageFact.Use {
    fileprivate var words: String {
        switch self {
        case .container: "an image of a container"
        case .volume: "an image of a volume"
        case .override: "an entry of `images`"
        case .helmValue: "a value of a HelmRelease"
        }
    }
}

extension ObjectIdentity {
    /// `KIND NAMESPACE/NAME`, as far as they are written.
    fileprivate var words: String {
        let name = [namespace, name].compactMap(\.self).joined(separator: "/")
        return [kind ?? "", name].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
