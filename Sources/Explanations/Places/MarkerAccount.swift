import Kustomize
import ManifestFacts
import Reports
import RepositoryLinking
import Rules
import SourceText
import TagPolicies
import Triage

/// Everything about one marker: its text, its policy, the automations that write it, and the value.
struct MarkerAccount {
    /// A policy that the marker may mean.
    struct Policy {
        let account: PolicyAccount
        let build: BuildAccount
        /// The ImageRepositories that its reference may mean.
        let repositories: [Repository]
        let written: WrittenValue
        /// The policy's verdict on the tag that was asked about; nil if none was.
        var fate: PolicyAccount.Fate? { account.fates.first }
    }

    /// An ImageRepository.
    struct Repository: Hashable {
        let name: String
        let declaration: Declaration
        let object: SourceLocation
        /// Nil where it is not known.
        let image: String?
        /// With its variables; nil where there is none.
        let written: String?
        let isSuspended: Bool
    }

    let marker: MarkerFact
    let position: SourcePosition
    /// Where the value is that the marker is meant for; nil for none.
    let targetPosition: SourcePosition?
    /// The tag that was asked about.
    let tag: String?
    let policies: [Policy]
    let automations: [ConsideredAutomation]
    let outcome: MarkerVerdict

    init(
        of marker: Placed<MarkerFact>, in file: ManifestFile, model: RepositoryModel,
        places: FilePositions, tag: String?
    ) {
        let fact = marker.fact
        self.marker = fact
        self.tag = tag
        position = places.position(of: SourceLocation(path: file.path, span: fact.span))
        targetPosition = fact.target.map {
            places.position(of: SourceLocation(path: file.path, span: $0.span))
        }
        let field = fact.obeyedSetter?.field ?? .image
        policies = model.policyLinks.policies(of: marker).map { policy in
            Policy(policy, field: field, in: model, places, tag: tag)
        }
        automations =
            fact.obeyedSetter.map {
                ConsideredAutomation.accounts(of: $0, at: file.path, in: model, places)
            } ?? []
        outcome = model.verdict(on: marker)
    }

    /// The objects that decide what becomes of the marker.
    var chain: [SourceLocation] {
        policies.flatMap { [$0.object] + $0.repositories.map(\.object) }
            + automations.filter(\.isConcerned).map(\.object)
    }
}

extension MarkerAccount.Policy {
    var object: SourceLocation {
        let policy = account.declaration.policy
        return SourceLocation(path: policy.path, span: policy.fact.object.span)
    }
}

extension ReportedFinding {
    /// Whether it is within an object.
    func isIn(_ object: SourceLocation) -> Bool {
        finding.location.path == object.path && object.span.contains(finding.location.span)
    }
}

extension MarkerAccount.Policy {
    fileprivate init(
        _ policy: LinkedPolicy, field: SetterMarker.Field, in model: RepositoryModel,
        _ places: FilePositions, tag: String?
    ) {
        account = PolicyAccount(
            of: DeclaredPolicy(policy, in: model), tags: tag.map { [$0] }, crossings: [],
            in: model)
        build = BuildAccount(of: policy, in: model, places)
        var seen: Set<MarkerAccount.Repository> = []
        repositories = policy.repositories.map { MarkerAccount.Repository($0, places) }
            .filter { seen.insert($0).inserted }
        written = WrittenValue(of: policy, in: field, tag: tag ?? WrittenValue.anyTag)
    }
}

extension MarkerAccount.Repository {
    fileprivate init(_ repository: Effective<ImageRepositoryFact>, _ places: FilePositions) {
        let object = repository.fact.fact.object
        name = repository.identity.name(as: object.identity)
        declaration = places.declaration(
            at: SourceLocation(path: repository.fact.path, span: object.span))
        self.object = SourceLocation(path: repository.fact.path, span: object.span)
        image = repository.image
        written = repository.fact.fact.image?.text
        isSuspended = repository.object.isSuspended
    }
}

extension MarkerAccount {
    /// The marker, each policy, and the automations.
    func tables(at path: String) -> [TextTable] {
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
        rows.append(.row("outcome", "\(outcome)", outcome.role))
        return rows
    }

    /// An automation that covers the marker writes it only without another obstacle.
    private func words(for automation: ConsideredAutomation) -> String {
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
            ? [
                [
                    .init("\(rest.count) others"),
                    .init("know only the policies of their namespaces"),
                ]
            ]
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

extension MarkerVerdict {
    fileprivate var role: TextStyle.Role {
        switch self {
        case .written: .success
        case .suspended, .unknown: .severity(.warning)
        case .nothing: .severity(.error)
        }
    }
}

extension ConsideredAutomation {
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
    /// The tags that the policy can select; nil for a policy that is not valid.
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
        if let doubt = account.doubt { rows.append(.row("note", doubt, .severity(.note))) }
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
