import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags policies that no marker names, if markers name others of their namespace.
struct PolicyUnused: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let mentions = PolicyMentionIndex(model)
        let ownNamespaces = model.namespacesWritingHere
        var seen: Set<EffectiveIdentity> = []
        return model.objects.policies.compactMap { policy in
            guard let name = policy.identity.name.known,
                let namespace = policy.identity.namespace.known,
                seen.insert(policy.identity).inserted,
                mentions.speaks(ofNamespace: namespace) || ownNamespaces.contains(namespace),
                !mentions.mayMean(namespace: namespace, name: name),
                !model.writesElsewhere(inNamespace: namespace)
            else { return nil }
            let fullName = "\(namespace)/\(name)"
            return finding(
                "no marker of this repository names the ImagePolicy `\(fullName)`: add a marker, or "
                    + "remove the policy", at: policy.location,
                object: policy.fact.fact.object.identity, subject: fullName,
                topic: FindingTopic(policy: fullName))
        }
    }
}

/// The policies that comments and texts of a repository name.
private struct PolicyMentionIndex {
    /// With more distinct mentions with variables, any policy counts as named.
    private static let patternLimit = 64

    private var policies: Set<String> = []
    private var patterns: Set<NamePattern> = []
    private let liveNamespaces: Set<String>

    init(_ model: RepositoryModel) {
        liveNamespaces = Set(model.markers.compactMap { $0.fact.liveSetter?.namespace })
        for mention in model.files.lazy.flatMap(\.facts.mentionedPolicies) {
            let parts = mention.split(separator: ":", maxSplits: 2)
            guard parts.count > 1 else { continue }
            let policy = "\(parts[0]):\(parts[1])"
            if NamePattern.isLiteral(mention) {
                policies.insert(policy)
            } else {
                patterns.insert(NamePattern(mention))
            }
        }
    }

    /// Whether a marker that Flux reads names a policy of the namespace.
    func speaks(ofNamespace namespace: String) -> Bool { liveNamespaces.contains(namespace) }

    func mayMean(namespace: String, name: String) -> Bool {
        let policy = "\(namespace):\(name)"
        return policies.contains(policy) || patterns.count > Self.patternLimit
            || patterns.contains { pattern in
                ["", ":tag", ":name", ":digest"].contains { pattern.matches(policy + $0) }
            }
    }
}

extension RepositoryModel {
    /// The namespaces whose automations write to this repository, which then has their markers.
    fileprivate var namespacesWritingHere: Set<String> {
        Set(
            automations.automations.filter { $0.source == .own && $0.pathIsThere }
                .compactMap(\.built.identity.namespace.known))
    }

    /// Whether automations of the namespace write to several Git repositories, so that a policy's
    /// markers may be in any of them.
    fileprivate func writesElsewhere(inNamespace namespace: String) -> Bool {
        let sources = objects.automations.filter {
            $0.identity.namespace == .absent || $0.identity.namespace.mayBe(namespace)
        }.map { $0.object.field(.sourceName).text }
        return Set(sources).count > 1
    }
}
