/// A build of an image, as far as the reference to it tells.
package struct Artifact: Codable, Hashable, Sendable {
    package let tag: String?
    package let digest: String?

    package init(tag: String?, digest: String?) {
        self.tag = tag
        self.digest = digest
    }
}

/// How the build of one environment relates to that of the environment it promotes from.
package enum ArtifactComparison: Hashable, Sendable {
    case same
    /// One identity, but two digests: one of them was built again.
    case rebuilt
    case different(ArtifactOrder)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

/// Which of two builds is newer.
package enum ArtifactOrder: Hashable, Sendable {
    case ahead
    case behind
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

extension RepositoryConfiguration {
    /// Compares a build with one of a source environment: by their digests where both are known,
    /// else by the identities that their tags have.
    package func comparison(
        of artifact: Artifact, with source: Artifact
    ) -> ArtifactComparison {
        switch Self.haveSameDigest(artifact, source) {
        case true?: .same
        case false?:
            switch comparisonByTag(of: artifact, with: source) {
            case .same, .rebuilt: rebuilt(artifact)
            case .different(let order): .different(order)
            case .unknown(let reason): .different(.unknown(reason))
            }
        case nil: comparisonByTag(of: artifact, with: source)
        }
    }

    /// Nil where one is not known, or they are made in different ways.
    private static func haveSameDigest(_ first: Artifact, _ second: Artifact) -> Bool? {
        guard let first = first.digest, let second = second.digest else { return nil }
        if first == second { return true }
        return first.prefix { $0 != ":" } == second.prefix { $0 != ":" } ? false : nil
    }

    /// The comparison of builds whose tags have the same identity, and whose digests differ.
    private func rebuilt(_ artifact: Artifact) -> ArtifactComparison {
        guard let identity = artifact.tag.flatMap({ self.identity(ofTag: $0) }),
            !identity.namesOneBuild
        else { return .rebuilt }
        return .different(.unknown(Self.severalBuilds(identity)))
    }

    private static func severalBuilds(_ identity: ArtifactIdentity) -> String {
        "several builds may be called `\(identity.text)`"
    }

    private func comparisonByTag(
        of artifact: Artifact, with source: Artifact
    ) -> ArtifactComparison {
        guard let tag = artifact.tag, let sourceTag = source.tag else {
            return .unknown("one of them has no tag, and not both have a digest")
        }
        guard let identity = identity(ofTag: tag),
            let sourceIdentity = self.identity(ofTag: sourceTag)
        else { return .unknown("`promotion.identity` does not match both tags") }
        guard identity.text == sourceIdentity.text else {
            return .different(
                BuildName(identity.text).order(after: BuildName(sourceIdentity.text)))
        }
        return identity.namesOneBuild
            ? .same : .unknown(Self.severalBuilds(identity))
    }
}
