import ManifestFacts
import RepositoryLinking

/// The objects of a repository that its receivers can name.
struct ReceiverTargets: Sendable {
    struct Target: Sendable {
        let kind: String
        let apiVersion: String
        /// As `EffectiveIdentity` has it.
        let identity: EffectiveIdentity
        /// `NAMESPACE/NAME`, as the model names it.
        let displayName: String
        /// Nil where they are not known.
        let labels: [String: EffectiveText]?
        /// Of an ImageRepository, and of the ImageRepository of a policy; nil where it is not known.
        var image: ImageIdentity?
        /// The ImageRepositories that it means, by the names that the model has for them.
        var imageRepositories: [String] = []
    }

    /// The objects of one kind.
    private struct Group {
        var all: [Target] = []
        var byName: [String: [Int]] = [:]
        /// The objects of unknown name.
        var unnamed: [Int] = []
    }

    private var groups: [String: Group] = [:]

    init(_ model: RepositoryModel) {
        let objects = model.objects
        for repository in objects.repositories {
            var target = Target(
                repository.object, kind: "ImageRepository", named: repository.name)
            target.image = repository.image.flatMap { ImageIdentity($0) }
            target.imageRepositories = [repository.name]
            add(target)
        }
        for policy in model.policyLinks.policies {
            var target = Target(policy.object, kind: "ImagePolicy", named: policy.name)
            target.image = policy.imageName.flatMap { ImageIdentity($0.full) }
            target.imageRepositories = policy.repositories.map(\.name)
            add(target)
        }
        for automation in model.automations.automations {
            add(
                Target(
                    automation.built.object, kind: "ImageUpdateAutomation", named: automation.name))
        }
        for source in objects.sources {
            let identity = source.identity
            let name = identity.name.known ?? source.fact.fact.object.identity.name ?? ""
            let namespace = identity.namespace.known.map { "\($0)/" } ?? ""
            add(Target(source.object, kind: "GitRepository", named: namespace + name))
        }
    }

    private mutating func add(_ target: Target) {
        var group = groups.removeValue(forKey: target.kind) ?? Group()
        let number = group.all.count
        if let name = target.identity.name.known {
            group.byName[name, default: []].append(number)
        } else {
            group.unnamed.append(number)
        }
        group.all.append(target)
        groups[target.kind] = group
    }

    /// The objects that an entry of `resources` may mean: in doubt, one more.
    func targets(of resource: ReceiverResource) -> [Target] {
        guard let group = groups[resource.kind] else { return [] }
        switch resource.selection {
        case .named(let name):
            return ((group.byName[name] ?? []) + group.unnamed).map { group.all[$0] }
                .filter { $0.identity.mayBe(namespace: resource.namespace, name: name) }
        case .labelled(let labels):
            return group.all.filter { $0.mayBe(in: resource.namespace) && $0.mayHave(labels) }
        }
    }
}

extension ReceiverTargets.Target {
    fileprivate init(_ object: EffectiveObject, kind: String, named name: String) {
        self.init(
            kind: kind, apiVersion: object.field("apiVersion").text ?? "",
            identity: object.identity, displayName: name, labels: object.labels)
    }

    fileprivate func mayBe(in namespace: String) -> Bool {
        identity.namespace == .absent || identity.namespace.mayBe(namespace)
    }

    /// Labels that Flux adds in the cluster may have any value.
    fileprivate func mayHave(_ wanted: [String: String]) -> Bool {
        guard let labels else { return true }
        return wanted.allSatisfy { key, value in
            labels[key]?.mayBe(value) ?? key.hasPrefix(Self.addedLabels)
        }
    }

    private static let addedLabels = "kustomize.toolkit.fluxcd.io/"
}
