import GitAccess
package import RepositoryLinking

/// The time that an image ran somewhere without a change.
package struct ImageRun: Sendable {
    package let name: DeployedImageName
    /// Registry and path in full.
    package let image: String
    package let builds: RunningBuilds
    package let start: TimelineCommit
    /// Whether it went back to what ran before.
    package let goesBack: Bool
    /// The commit that ended it; nil for what runs now.
    package let end: TimelineCommit?

    /// The runs between some commits, oldest first.
    static func runs(of commits: [TimelineCommit]) -> [ImageRun] {
        var open: [DeployedImageName: (start: TimelineCommit, change: TimelineCommit.Change)] = [:]
        var runs: [ImageRun] = []
        func finish(_ name: DeployedImageName, by end: TimelineCommit?) {
            guard let (start, change) = open[name], !change.change.latter.isEmpty else { return }
            runs.append(
                ImageRun(
                    name: name, image: change.change.image, builds: change.change.latter,
                    start: start, goesBack: change.goesBack, end: end))
        }
        for commit in commits {
            for change in commit.changes {
                finish(change.change.name, by: commit)
                open[change.change.name] = (commit, change)
            }
        }
        for name in open.keys { finish(name, by: nil) }
        return runs.sorted {
            ($0.name, $0.start.commit.committed.secondsSince1970)
                < ($1.name, $1.start.commit.committed.secondsSince1970)
        }
    }
}
