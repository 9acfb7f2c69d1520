package import GitAccess
package import RepositoryLinking

/// The images that each environment of a repository ran, by the commits of a branch that changed it.
package struct HistoryRecord: Codable, Equatable, Sendable {
    /// The ids of all commits of the branch, oldest first.
    package var branch: [String] = []
    /// Whether this clone lacks the commits before: what its first one has may be older.
    package var isCut = false
    /// How many files of these commits this clone lacks: what they say is not known.
    package var missingCount = 0
    /// Oldest first.
    package var commits: [DeployingCommit] = []
}

/// A commit that changes which images run.
package struct DeployingCommit: Codable, Equatable, Sendable {
    package let id: String
    package let author: CommitPerson
    package let authored: CommitTime
    /// When it came to the branch as it is.
    package let committed: CommitTime
    /// The first paragraph of its message, on one line.
    package let subject: String
    /// The ids of commits that it reverts, as Git's message says.
    package let reverted: [String]
    /// The automations whose author made it.
    package let automations: [String]
    /// Ascending by environment and image.
    package let changes: [ImageChange]
}

/// Which builds of an image run somewhere before and after a commit.
package struct ImageChange: Codable, Equatable, Sendable {
    package let name: DeployedImageName
    /// Registry and path in full.
    package let image: String
    package let former: RunningBuilds
    package let latter: RunningBuilds
    package let marker: MarkerState

    /// The part that image automation takes at the places that say what runs from then on.
    package enum MarkerState: String, Codable, Sendable {
        /// No marker is there that an automation writes.
        case none
        /// An automation writes there, and a policy selects what is there now, or may.
        case selected
        /// An automation writes there, and none of its policies selects what is there now.
        case unselected
    }
}
