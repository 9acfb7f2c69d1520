/// The service's knowledge of a repository now.
struct RepositoryState: Sendable {
    let mirror: Mirror
    var position: Mirror.Position?
    var plan: RepositoryPlan?
    /// By the numbers of the plan's policies.
    var selections: [Int: PolicySelection] = [:]
    var memories: [String: RunMemory] = [:]
    var lastFetch: Timestamp?
    var lastUpkeep: Timestamp?
    var problem: String?
    /// The images that were scanned while a visit was under way, which knew older tags.
    var missedImages: Set<ImageKey> = []
    var isVisited = false

    var repository: ServedRepository { mirror.repository }
    var name: String { repository.name }
}
