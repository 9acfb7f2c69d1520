/// A pull request as a forge describes it.
struct ExistingPullRequest: Equatable {
    let number: Int
    let url: String
    let title: String
    let body: String
    let branch: String
    let base: String
    /// Whether the branch is in the repository itself: in a fork, it may have the same name.
    let isFromRepository: Bool
    let isMerged: Bool
    /// The beginning of the title that makes it a draft; empty for others.
    let draftMark: String
    /// Only where an update must repeat them.
    var reviewers: [String] = []

    var bareTitle: String { String(title.dropFirst(draftMark.count)) }

    init(
        kind: ForgeKind, number: Int, url: String, title: String, body: String?, branch: String,
        base: String, isFromRepository: Bool, isMerged: Bool
    ) {
        self.number = number
        self.url = url
        self.title = title
        self.body = body ?? ""
        self.branch = branch
        self.base = base
        self.isFromRepository = isFromRepository
        self.isMerged = isMerged
        draftMark = kind.draftMark(of: title)
    }
}
