import Configuration
import GitAccess
import RepositoryLinking

/// How long builds take from one environment to the next.
struct PromotionTimes {
    /// A build that came from one environment to another.
    struct Arrival: Sendable {
        let source: DeployedImageName
        let target: DeployedImageName
        /// Registry and path in full.
        let image: String
        let artifact: Artifact
        /// When it first ran in the one, in seconds since 1970.
        let start: Int64
        /// When it came to the other.
        let end: Int64

        /// Seconds.
        var duration: Int64 { max(end - start, 0) }
    }

    /// In the order of the commits.
    private(set) var arrivals: [Arrival] = []

    /// An environment promotes from the one that the configuration names, else production from all
    /// that are not.
    init(
        _ commits: [TimelineCommit], configuration: RepositoryConfiguration,
        environments: [String]
    ) {
        let sources = Self.sources(configuration, environments)
        let givers = Set(sources.values.joined())
        // Where a build first ran, by what identifies it.
        var first: [Key: (commit: Int, time: Int64)] = [:]
        for (number, commit) in commits.enumerated() {
            let time = commit.commit.committed.secondsSince1970
            for change in commit.changes.map(\.change) {
                guard let environment = change.name.environment else { continue }
                let brought = Set(change.latter.artifacts).subtracting(change.former.artifacts)
                for artifact in brought {
                    let identities = artifact.identities(configuration)
                    // Both environments with one commit is no promotion.
                    let known = (sources[environment] ?? []).flatMap { source in
                        identities.compactMap { identity in
                            first[Key(source, change.name.image, identity)].map { (source, $0) }
                        }
                    }.filter { $0.1.commit < number }
                    let start = known.min { $0.1.commit < $1.1.commit }
                    if let (source, start) = start, !change.former.artifacts.isEmpty {
                        arrivals.append(
                            Arrival(
                                source: DeployedImageName(
                                    environment: source, image: change.name.image),
                                target: change.name, image: change.image, artifact: artifact,
                                start: start.time, end: time))
                    }
                    guard givers.contains(environment) else { continue }
                    for identity in identities {
                        let key = Key(environment, change.name.image, identity)
                        if first[key] == nil { first[key] = (number, time) }
                    }
                }
            }
        }
    }

    private struct Key: Hashable {
        let environment: String
        let image: String
        let identity: String

        init(_ environment: String, _ image: String, _ identity: String) {
            self.environment = environment
            self.image = image
            self.identity = identity
        }
    }

    private static func sources(
        _ configuration: RepositoryConfiguration, _ environments: [String]
    ) -> [String: [String]] {
        var sources: [String: [String]] = [:]
        let lower = environments.filter { !configuration.isProduction($0) }
        for environment in environments {
            if let source = configuration.environment(named: environment)?.promotesFrom?.value {
                sources[environment] = [source]
            } else if configuration.isProduction(environment) {
                sources[environment] = lower
            }
        }
        return sources
    }
}

extension Artifact {
    /// Texts that tell it from all other builds of its image: equal for the same build under the
    /// tags of several environments.
    func identities(_ configuration: RepositoryConfiguration) -> [String] {
        let name = tag.map { tag in
            let identity = configuration.identity(ofTag: tag)
            return identity.flatMap { $0.namesOneBuild ? $0.text : nil } ?? tag
        }
        return [name.map { "tag \($0)" }, digest].compactMap(\.self)
    }
}
