import Serving
import WebPages

/// Everything that fails, in one list.
extension StatusPage {
    private struct Problem {
        let kind: String
        let name: HTML
        let text: String
    }

    var problems: HTML {
        let problems = repositoryProblems + registryProblems + automationProblems + receiverProblems
        guard !problems.isEmpty else { return .empty }
        return section(
            "problems", "Failing", "What keeps updates from being seen or written.",
            boundedTable(
                ["Name", "Kind", "Problem"], problems, failsFirst: { _ in true }
            ) {
                [$0.name, badge($0.kind, "error"), prose($0.text)]
            })
    }

    private var repositoryProblems: [Problem] {
        status.repositories.compactMap { repository in
            repository.problem.map {
                Problem(kind: "repository", name: imageName(repository.name), text: $0)
            }
        }
    }

    private var registryProblems: [Problem] {
        status.registries.compactMap { registry in
            registry.problem.map {
                Problem(
                    kind: "registry", name: "<b>\(registry.host)</b>",
                    text: "\($0) (\(registry.failingCount) of \(registry.imageCount) images)")
            }
        }
    }

    private var automationProblems: [Problem] {
        status.owned(\.automations).compactMap { owned in
            guard case .failed(let reason) = owned.item.outcome else { return nil }
            return Problem(
                kind: "automation", name: named(owned.item.name, of: owned.repository), text: reason
            )
        }
    }

    private var receiverProblems: [Problem] {
        status.owned(\.receivers).compactMap { owned in
            owned.item.problem.map {
                Problem(
                    kind: "receiver", name: named(owned.item.name, of: owned.repository), text: $0)
            }
        }
    }

    /// An object's name over that of its repository.
    func named(_ name: String, of repository: String) -> HTML {
        "\(imageName(name))<br><small>\(repository)</small>"
    }
}
