package import Configuration
import GitAccess
import Reports
import RepositoryLinking

/// A history as people ask for it: each commit with who or what made it, and the way of each image
/// through the environments.
package struct Timeline: Sendable {
    /// The environments that it tells of, in reading order; nil for images that are deployed to
    /// none.
    package let environments: [String?]
    /// The environments of the whole history.
    package let allEnvironments: [String]
    /// Oldest first.
    package let commits: [TimelineCommit]
    /// Ascending by environment and image, and then by time.
    package let runs: [ImageRun]
    package let statistics: [EnvironmentStatistics]
    /// Builds that came from one environment to the next, in the order of the commits.
    let promotions: [PromotionTimes.Arrival]
    /// Whether there are commits that this clone lacks.
    package let isCut: Bool
    /// How many files of the commits are not in this clone.
    package let missingCount: Int

    /// - Parameter configuration: That of the newest commit.
    package init(
        of record: HistoryRecord, configuration: RepositoryConfiguration,
        filter: TimelineFilter = TimelineFilter()
    ) {
        var maker = TimelineMaker()
        let all = record.commits.map { maker.commit($0) }
        let commits = all.compactMap { filter.filtered($0) }
        let order = configuration.readingOrder(
            of: Set(all.flatMap { $0.changes.compactMap(\.change.name.environment) }))
        allEnvironments = order
        let names = Set(commits.flatMap { $0.changes.map(\.change.name.environment) })
        environments = order.filter(names.contains) + (names.contains(nil) ? [nil] : [])
        self.commits = commits
        runs = ImageRun.runs(of: commits)
        let promotions = PromotionTimes(
            all, configuration: configuration, environments: order
        ).arrivals.filter {
            filter.includes(image: $0.image) && filter.includes(time: $0.end)
        }
        self.promotions = promotions
        let span = WeekSpan(of: commits)
        statistics = self.environments.compactMap { environment in
            environment.map {
                EnvironmentStatistics(
                    of: $0, in: commits, over: span, promotions)
            }
        }
        isCut = record.isCut
        missingCount = record.missingCount
    }
}

extension Timeline {
    /// Sentences about the parts that this clone lacks.
    var gaps: [String] {
        var gaps: [String] = []
        if isCut {
            gaps.append("This clone is shallow: what ran before its first commit is not known.")
        }
        if missingCount > 0 {
            gaps.append(
                "This clone lacks \(counted(missingCount, "file")) of its commits, so what they say is "
                    + "not known: `git fetch --refetch --no-filter` brings them.")
        }
        return gaps
    }
}

/// A part of a history.
package struct TimelineFilter: Sendable {
    package var environment: String?
    /// Part of an image's name.
    package var image: String?
    /// Commits before are left out, in seconds since 1970.
    package var since: Int64?

    package init() {}

    func includes(image name: String) -> Bool {
        image.map { name.lowercased().contains($0.lowercased()) } ?? true
    }

    func includes(time: Int64) -> Bool { since.map { time >= $0 } ?? true }

    private func includes(_ change: ImageChange) -> Bool {
        (environment == nil || change.name.environment == environment)
            && includes(image: change.image)
    }

    /// Nil for a commit of which nothing is left.
    fileprivate func filtered(_ commit: TimelineCommit) -> TimelineCommit? {
        guard includes(time: commit.commit.committed.secondsSince1970) else { return nil }
        let changes = commit.changes.filter { includes($0.change) }
        return changes.isEmpty
            ? nil : TimelineCommit(commit: commit.commit, kind: commit.kind, changes: changes)
    }
}

/// A commit that changes what runs, with what made it.
package struct TimelineCommit: Sendable {
    package enum Kind: Hashable, Sendable {
        /// Automations of the repository commit as its author.
        case automation([String])
        /// A program that is no automation of Flux.
        case bot
        /// It says that it reverts others, which is all that Git knows of it.
        case revert([String])
        /// Images go back to builds that ran there before.
        case rollback
        case hand
    }

    package struct Change: Sendable {
        package let change: ImageChange
        /// Whether all builds that come have run there before.
        package let goesBack: Bool
        /// The builds that come.
        let brought: Set<Artifact>
    }

    package let commit: DeployingCommit
    package let kind: Kind
    package let changes: [Change]

    /// Whether a person wrote at a place that an automation writes.
    package func isPastAutomation(in environment: String?) -> Bool {
        switch kind {
        case .automation, .bot, .revert: return false
        case .hand, .rollback: break
        }
        return changes.contains {
            $0.change.name.environment == environment && $0.change.marker != .none
        }
    }
}

/// Tells commits by what ran before them.
private struct TimelineMaker {
    private var past: [DeployedImageName: Set<Artifact>] = [:]

    mutating func commit(_ commit: DeployingCommit) -> TimelineCommit {
        let changes = commit.changes.map { change in
            let brought = Set(change.latter.artifacts).subtracting(change.former.artifacts)
            let goesBack =
                !brought.isEmpty && brought.isSubset(of: past[change.name] ?? [])
                && !change.former.artifacts.isEmpty
            past[change.name, default: []].formUnion(change.latter.artifacts)
            return TimelineCommit.Change(
                change: change, goesBack: goesBack, brought: brought)
        }
        return TimelineCommit(
            commit: commit, kind: kind(of: commit, goesBack: changes.contains(where: \.goesBack)),
            changes: changes)
    }

    private func kind(of commit: DeployingCommit, goesBack: Bool) -> TimelineCommit.Kind {
        if !commit.reverted.isEmpty || commit.subject.hasPrefix("Revert \"") {
            return .revert(commit.reverted)
        }
        if !commit.automations.isEmpty { return .automation(commit.automations) }
        if commit.author.isBot { return .bot }
        return goesBack ? .rollback : .hand
    }
}

extension CommitPerson {
    /// Whether a program commits under this name: an app of a forge, an account that is called a
    /// bot, or `flux bootstrap`, which leaves out the address.
    fileprivate var isBot: Bool {
        let account = email.split(separator: "@").first.map(String.init) ?? ""
        return [name.lowercased(), account.lowercased()].contains { text in
            Self.bots.contains(text) || Self.endings.contains { text.hasSuffix($0) }
        } || name == "Flux" && email.isEmpty
    }

    private static let endings = ["[bot]", "-bot", "_bot", " bot", ".bot"]
    private static let bots: Set<String> = [
        "fluxcdbot", "fluxbot", "dependabot", "renovatebot", "renovate", "github-actions",
    ]
}

extension RepositoryConfiguration {
    /// The environments of the configuration in its order, and then the others, with those that serve
    /// users last.
    fileprivate func readingOrder(of names: Set<String>) -> [String] {
        let configured = environments.map(\.name.value)
        let others = names.subtracting(configured).sorted()
        return configured + others.filter { !isProduction($0) } + others.filter(isProduction)
    }
}
