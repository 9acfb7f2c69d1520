import Serving

/// How many of everything there are, and how many fail.
struct StatusSummary {
    struct Count {
        let all: Int
        let failing: Int
        let note: String
        /// The class of the tile, if some fail.
        let look: String

        init<Item>(
            _ items: [Item], _ verb: String, look: String = "error", where isFailing: (Item) -> Bool
        ) {
            all = items.count
            failing = items.count(where: isFailing)
            note = "\(failing) \(verb)"
            self.look = look
        }
    }

    let repositories: Count
    let automations: Count
    let refusals: Count
    let policies: Count
    let images: Count
    let receivers: Count

    init(_ status: ServiceStatus) {
        let all = status.repositories
        repositories = Count(all, "failing") { $0.problem != nil }
        automations = Count(all.flatMap(\.automations), "failing") { $0.isFailing }
        refusals = Count(
            all.flatMap(\.automations).flatMap(\.refusals), "to look at", look: "warning"
        ) { _ in true }
        policies = Count(all.flatMap(\.policies), "without a tag", look: "warning") {
            $0.problem != nil
        }
        images = Count(all.flatMap(\.images), "failing") { $0.problem != nil }
        receivers = Count(all.flatMap(\.receivers), "not ready") { $0.problem != nil }
    }

    private var failing: Int {
        repositories.failing + automations.failing + images.failing + receivers.failing
    }

    /// The title of the page, as tabs show it.
    var title: String { failing == 0 ? "Sluice" : "Sluice: \(failing) failing" }
}

extension AutomationStatus {
    var isFailing: Bool {
        if case .failed = outcome { true } else { false }
    }
}

/// Something of a repository, with the repository's name.
struct Owned<Item> {
    let repository: String
    let item: Item
}

extension ServiceStatus {
    /// The things of all repositories, in the order of these.
    func owned<Item>(_ items: KeyPath<RepositoryStatus, [Item]>) -> [Owned<Item>] {
        repositories.flatMap { repository in
            repository[keyPath: items].map { Owned(repository: repository.name, item: $0) }
        }
    }
}
