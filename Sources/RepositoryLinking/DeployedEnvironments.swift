import Configuration
import Kustomize

/// Which environments the files of a repository are deployed to.
///
/// A file's own path and namespace say it; where they do not, what builds the file does.
package struct DeployedEnvironments {
    private struct Place: Hashable {
        let path: String
        let namespace: String?
    }

    /// Of roots that build one another on the way up, no more are followed.
    private static let rootLimit = 4096

    private let model: RepositoryModel
    private var known: [Place: [String: Set<BuildRoot>]] = [:]

    package init(of model: RepositoryModel) {
        self.model = model
    }

    /// Every environment of a place, with the roots that bring it there: none where the place
    /// itself says it.
    package mutating func roots(ofPath path: String, namespace: String?) -> [String: Set<BuildRoot>]
    {
        let place = Place(path: path, namespace: namespace)
        if let known = known[place] { return known }
        let own = model.environments.names(ofPath: path, namespace: namespace)
        let environments =
            own.isEmpty
            ? inherited(by: path) : Dictionary(uniqueKeysWithValues: own.map { ($0, []) })
        known[place] = environments
        return environments
    }

    /// The environments of a place, as far as one of these roots brings it there.
    mutating func names(
        ofPath path: String, namespace: String?, in wanted: Set<BuildRoot>
    ) -> Set<String> {
        let environments = roots(ofPath: path, namespace: namespace)
        return Set(
            environments.filter { $0.value.isEmpty || !$0.value.isDisjoint(with: wanted) }.keys)
    }

    /// The environments of a file's roots, or else of the roots that build these.
    private func inherited(by path: String) -> [String: Set<BuildRoot>] {
        var environments: [String: Set<BuildRoot>] = [:]
        for root in model.roots(reaching: path) {
            var seen: Set<BuildRoot> = [root]
            var queue = [root]
            while let next = queue.popLast(), seen.count < Self.rootLimit {
                let names = names(of: next)
                for name in names { environments[name, default: []].insert(root) }
                guard names.isEmpty, let builder = next.builder else { continue }
                queue += model.roots(reaching: builder.path).filter { seen.insert($0).inserted }
            }
        }
        return environments
    }

    private func names(of root: BuildRoot) -> [String] {
        let file = RepositoryPath.joined("kustomization.yaml", to: root.directory) ?? root.directory
        let own = model.environments.names(ofPath: file, namespace: root.namespace)
        guard own.isEmpty, let builder = root.builder else { return own }
        return model.environments.names(
            ofPath: builder.path, namespace: builder.identity.namespace.known)
    }
}

extension Environments {
    /// All of them: in the order of the configuration, else those that serve users last.
    package var inReadingOrder: [String] {
        if areConfigured { return configuration.environments.map(\.name.value) }
        return names.filter { !isProduction($0) } + names.filter(isProduction)
    }
}
