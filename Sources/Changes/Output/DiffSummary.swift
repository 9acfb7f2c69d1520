import Reports
import RepositoryLinking
import SourceText

/// The numbers at the beginning of a diff, and its rows by environment.
struct DiffSummary {
    let diff: DeploymentDiff

    /// Sentences without full stops.
    var words: [String] {
        if diff.isEmpty { return ["nothing that runs changes, nor what updates it"] }
        return [images, others].compactMap(\.self)
    }

    /// As in "work tree compared with commit 0123…".
    var subject: String {
        "\(Self.words(diff.origin)) compared with \(Self.words(diff.formerOrigin))"
    }

    private var images: String? {
        let counts = WorkloadChange.Kind.allCases.map { kind in
            (kind, diff.workloads.count { $0.kind == kind })
        }
        let parts = counts.filter { $0.1 > 0 }.map { kind, count in
            switch kind {
            case .added: "\(count) added"
            case .removed: "\(count) removed"
            case .changed: "\(count) changed"
            case .updater: "\(count) with another updater"
            case .unknown: "\(count) not known"
            }
        }
        guard !parts.isEmpty else { return nil }
        let environments = groups.compactMap(\.name)
        let places = environments.isEmpty ? "" : " in \(environments.joined(separator: ", "))"
        return "images of workloads: " + parts.joined(separator: ", ") + places
    }

    private var others: String? {
        let counts = [
            (diff.policies.count, "policies", "policy"),
            (diff.automations.count, "automations", "automation"),
            (diff.promotions.count, "promotions", "promotion"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.2 : $0.1)" }
        return parts.isEmpty ? nil : "changed: " + parts.joined(separator: ", ")
    }

    /// The changes of one environment; nil for those of none.
    struct Group {
        let name: String?
        let changes: [WorkloadChange]
    }

    /// In reading order; a change that reaches several environments is in each.
    var groups: [Group] {
        let named = diff.environments.map { name in
            Group(name: name, changes: diff.workloads.filter { $0.environments.contains(name) })
        }
        let rest = Group(name: nil, changes: diff.workloads.filter(\.environments.isEmpty))
        return (named + [rest]).filter { !$0.changes.isEmpty }
    }

    private static func words(_ origin: Snapshot.Origin) -> String {
        switch origin {
        case .worktree: "work tree"
        case .index: "index"
        case .commit(let id): "commit \(id.prefix(12))"
        }
    }
}
