import GitAccess
import RepositoryLinking

/// The counts of an environment's history.
package struct EnvironmentStatistics: Sendable {
    package let environment: String
    /// Commits that brought a build to it.
    package let deployments: Int
    /// In tenths, over the time from the first commit of all environments to the last one.
    package let tenthsPerWeek: Int
    /// Commits that brought back what ran before, and those that say they revert others.
    package let rollbacks: Int
    /// Commits of people at places that an automation writes.
    package let changesByHand: Int
    package let promotion: Promotion?

    /// How long builds took to come from the environments before.
    package struct Promotion: Sendable {
        /// Ascending.
        package let sources: [String]
        package let count: Int
        /// Seconds.
        package let median: Int64
        /// Seconds; nine of ten took no longer.
        package let ninetiethPercentile: Int64
    }

    init(
        of environment: String, in commits: [TimelineCommit], over span: WeekSpan,
        _ promotions: [PromotionTimes.Arrival]
    ) {
        let own = commits.filter { commit in
            commit.changes.contains { $0.change.name.environment == environment }
        }
        func changes(_ commit: TimelineCommit) -> [TimelineCommit.Change] {
            commit.changes.filter { $0.change.name.environment == environment }
        }
        self.environment = environment
        deployments = own.count { commit in
            changes(commit).contains { !$0.brought.isEmpty }
        }
        tenthsPerWeek = span.tenthsPerWeek(of: deployments)
        rollbacks = own.count { commit in
            switch commit.kind {
            case .revert, .rollback: changes(commit).contains(where: \.goesBack)
            case .automation, .bot, .hand: false
            }
        }
        changesByHand = own.count { $0.isPastAutomation(in: environment) }
        let arrivals = promotions.filter { $0.target.environment == environment }
        promotion = Promotion(arrivals)
    }
}

extension EnvironmentStatistics.Promotion {
    /// Nil for none.
    fileprivate init?(_ arrivals: [PromotionTimes.Arrival]) {
        let durations = arrivals.map(\.duration).sorted()
        guard !durations.isEmpty else { return nil }
        sources = Set(arrivals.compactMap(\.source.environment)).sorted()
        count = durations.count
        // The nearest rank: a time that a build took.
        median = durations[(durations.count - 1) / 2]
        ninetiethPercentile = durations[(durations.count * 9 + 9) / 10 - 1]
    }
}

/// The time between the first and the last commit.
struct WeekSpan {
    private static let week: Int64 = 7 * 24 * 60 * 60

    private let seconds: Int64

    init(of commits: [TimelineCommit]) {
        let times = commits.map(\.commit.committed.secondsSince1970)
        seconds = (times.max() ?? 0) - (times.min() ?? 0)
    }

    /// Less than a week counts as one.
    func tenthsPerWeek(of count: Int) -> Int {
        Int((Int64(count) * 10 * Self.week + max(seconds, Self.week) / 2) / max(seconds, Self.week))
    }
}
