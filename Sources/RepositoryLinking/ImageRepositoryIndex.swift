import Configuration
package import ManifestFacts

/// Finds the ImageRepositories that a policy's reference can mean.
package struct ImageRepositoryIndex: Sendable {
    /// The target of a reference.
    package enum Answer: Sendable {
        /// All that it may mean, in the order of their files.
        case declared([Effective<ImageRepositoryFact>])
        /// Repositories of that name are in these namespaces only, sorted.
        case elsewhere(namespaces: [String])
        case missing
        /// The repository does not tell; with the reason.
        case unknown(String)
    }

    private let repositories: [Effective<ImageRepositoryFact>]
    private let namespacedNames: NamespacedNames
    /// By names that are known.
    private var byName: [String: Namesakes] = [:]
    /// The ImageRepositories of unknown name, one for each pattern and namespace.
    private var unnamed: Set<EffectiveIdentity> = []
    private var namespaces: Set<EffectiveText> = []
    private let templates: Set<NamePattern>

    /// The ImageRepositories of one name.
    private struct Namesakes {
        var all: [Int] = []
        var byNamespace: [String: [Int]] = [:]
        /// ImageRepositories whose namespace is not known.
        var open: [Int] = []
    }

    init(_ objects: EffectiveObjects, templates: Set<NamePattern>) {
        self.templates = templates
        repositories = objects.repositories
        namespacedNames = NamespacedNames(repositories.map(\.identity))
        for (number, repository) in repositories.enumerated() {
            namespaces.insert(repository.identity.namespace)
            if let name = repository.identity.name.known {
                byName[name, default: Namesakes()].all.append(number)
                if let namespace = repository.identity.namespace.known {
                    byName[name]?.byNamespace[namespace, default: []].append(number)
                } else {
                    byName[name]?.open.append(number)
                }
            } else {
                unnamed.insert(repository.identity)
            }
        }
    }

    /// Resolves the reference `namespace/name`; an absent namespace may be any.
    package func answer(namespace: EffectiveText, name: String) -> Answer {
        let named = byName[name] ?? Namesakes()
        let found = self.named(named, in: namespace)
        if !found.isEmpty { return .declared(found) }
        let mayBeUnnamed = unnamed.contains {
            $0.name.mayBe(name) && Self.mayBeOne($0.namespace, namespace)
        }
        if mayBeUnnamed {
            return .unknown("the name of an ImageRepository is not in the repository")
        }
        if templates.contains(where: { $0.matches(name) }) {
            return .unknown("a template of the repository may declare this ImageRepository")
        }
        if !named.byNamespace.isEmpty {
            return .elsewhere(namespaces: named.byNamespace.keys.sorted())
        }
        let isServed = namespaces.contains { $0 == namespace || $0 == .absent }
        return isServed
            ? .missing : .unknown("the repository declares no ImageRepositories in this namespace")
    }

    /// The ImageRepositories that may be in a namespace, in the order of their files.
    private func named(
        _ named: Namesakes, in namespace: EffectiveText
    ) -> [Effective<ImageRepositoryFact>] {
        var numbers = named.all
        if case .known(let text) = namespace {
            numbers = (named.byNamespace[text] ?? []) + named.open
            numbers.sort()
        }
        return numbers.lazy.map { repositories[$0] }
            .filter { Self.mayBeOne($0.identity.namespace, namespace) }
    }

    /// The name of the one ImageRepository of a namespace that is evidently meant by another name;
    /// nil for none and for several.
    package func name(meantBy name: String, in namespace: EffectiveText) -> String? {
        guard repositories.count <= Self.comparisonLimit else { return nil }
        return namespacedNames.name(meantBy: name) { Self.mayBeOne($0, namespace) }
    }

    /// Names are compared one by one, for each reference that leads nowhere.
    private static let comparisonLimit = 1_000

    /// Whether several objects of the repository have this name, wherever they are.
    package func hasSeveral(named name: String) -> Bool {
        guard let named = byName[name]?.all, let first = named.first else { return false }
        return named.contains { repositories[$0].fact !== repositories[first].fact }
    }

    /// Whether two objects may be in one namespace.
    private static func mayBeOne(_ left: EffectiveText, _ right: EffectiveText) -> Bool {
        switch (left, right) {
        case (.absent, _), (_, .absent), (.pattern, .pattern): true
        case (_, .known(let text)): left.mayBe(text)
        case (.known(let text), _): right.mayBe(text)
        }
    }
}
