package import Configuration
import ManifestFacts
import RegularLanguages

/// The environments of a repository: those of its configuration, else those that its directories
/// and files are named after.
package struct Environments: Sendable {
    package let configuration: RepositoryConfiguration
    /// Ascending.
    package let names: [String]
    private let tokens: EnvironmentTokens?
    /// The directories that Flux Kustomizations deploy, each once.
    let deployedDirectories: [String]
    private let nameSet: Set<String>
    private let places: EnvironmentPlaces

    /// - Parameter tokens: What all paths of the repository tell, whatever the files contain.
    init(
        tokens: EnvironmentTokens, configuration: RepositoryConfiguration, facts: RepositoryFacts
    ) {
        self.configuration = configuration
        guard configuration.environments.isEmpty else {
            names = configuration.environments.map(\.name.value).sorted()
            nameSet = Set(names)
            self.tokens = nil
            let directories = facts.fluxKustomizations.compactMap(\.fact.path?.text)
            deployedDirectories = Set(directories.map(Self.directory)).sorted()
            places = EnvironmentPlaces(
                configuration.environments, deployedDirectories: deployedDirectories)
            return
        }
        names = tokens.present.sorted()
        nameSet = Set(names)
        self.tokens = tokens
        deployedDirectories = []
        places = EnvironmentPlaces([], deployedDirectories: [])
    }

    package var areConfigured: Bool { tokens == nil }

    /// The environments that a place belongs to: in the order of the configuration, or outermost
    /// first.
    package func names(ofPath path: String, namespace: String?) -> [String] {
        if let tokens { return tokens.tokens(ofPath: path) }
        return configured(ofPath: path, namespace: namespace).map(\.name.value)
    }

    /// The configured environments that a place belongs to, in the order of the configuration.
    package func configured(ofPath path: String, namespace: String?) -> [Environment] {
        places.environments(ofPath: path, namespace: namespace)
    }

    /// Without a slash at either end, and without a `.` in front.
    private static func directory(_ path: String) -> String {
        path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}

// MARK: Ranks

extension Environments {
    /// Whether real users are served there.
    package func isProduction(_ name: String) -> Bool { configuration.isProduction(name) }

    /// Whether builds of one environment must not run in another: that is production and the
    /// first is not, or it promotes from the first, be it in several steps.
    package func isLower(_ name: String, than other: String) -> Bool {
        guard name != other else { return false }
        var source = configuration.environment(named: other)?.promotesFrom?.value
        while let next = source {
            if next == name { return true }
            source = configuration.environment(named: next)?.promotesFrom?.value
        }
        return isProduction(other) && !isProduction(name)
    }
}

extension RepositoryConfiguration {
    /// Whether an environment serves real users.
    package func isProduction(_ name: String) -> Bool {
        EnvironmentTokens.productionClass.contains(name)
            || environment(named: name)?.isProtected.value == true
            || !environments.isEmpty
                && name.split { "-_.".contains($0) }.contains {
                    EnvironmentTokens.productionClass.contains(String($0))
                }
    }
}

// MARK: Tokens

extension Environments {
    /// The environment whose name a tag begins with, and then a separator.
    package func token(ofTag tag: String) -> String? {
        tag.utf8.indices.lazy.reversed().filter { ASCIISet.wordSeparators.contains(tag.utf8[$0]) }
            .map { String(tag[..<$0]) }
            .first { nameSet.contains($0) }
    }

    /// The environments with whose names a policy's pattern can begin by its own words, ascending.
    package func tokens(of policy: LinkedPolicy) -> [String] {
        Set((policy.reading.beginnings ?? []).compactMap(token)).sorted()
    }

    /// The one environment with whose name every match of a policy's pattern begins.
    package func token(of policy: LinkedPolicy) -> String? {
        guard let beginnings = policy.reading.beginnings, !beginnings.isEmpty else { return nil }
        let tokens = Set(beginnings.map(token))
        return tokens.count == 1 ? tokens.first ?? nil : nil
    }

    private func token(of beginning: PatternBeginning) -> String? {
        longest(where: beginning.begins)
    }

    private func longest(where isWanted: (String) -> Bool) -> String? {
        names.filter(isWanted).max { $0.utf8.count < $1.utf8.count }
    }
}
