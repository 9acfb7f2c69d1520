import Configuration
import Kustomize

/// Finds the configured environments that a file belongs to.
struct EnvironmentPlaces: Sendable {
    private let environments: [Environment]
    /// By the directory below which one of an environment's `paths` lies: the environment's number.
    private var byPath: [String: Set<Int>] = [:]
    /// By the directory that a Flux Kustomization deploys.
    private var byCluster: [String: [Int]] = [:]
    private let withNamespaces: [Int]

    init(_ environments: [Environment], deployedDirectories: [String]) {
        self.environments = environments
        withNamespaces = environments.indices.filter { !environments[$0].namespaces.isEmpty }
        for (number, environment) in environments.enumerated() {
            for directory in environment.paths.flatMap(\.value.directories) {
                byPath[directory, default: []].insert(number)
            }
        }
        for directory in deployedDirectories where !directory.isEmpty {
            byCluster[directory] = environments.indices.filter {
                environments[$0].holds(cluster: directory)
            }
        }
    }

    /// The environments of a place, in the order of the configuration.
    ///
    /// Cost: linear in the depth of the path, and in the number of environments with `namespaces`.
    func environments(ofPath path: String, namespace: String?) -> [Environment] {
        if environments.isEmpty { return [] }
        var numbers: Set<Int> = []
        let subject = GlobSubject(path)
        var next = RepositoryPath.directory(of: path)
        while let directory = next {
            numbers.formUnion(byCluster[directory] ?? [])
            for number in byPath[directory] ?? []
            where !numbers.contains(number) && environments[number].holds(path: subject) {
                numbers.insert(number)
            }
            next = RepositoryPath.directory(of: directory)
        }
        if let namespace {
            numbers.formUnion(
                withNamespaces.filter { environments[$0].holds(namespace: namespace) })
        }
        return numbers.sorted().map { environments[$0] }
    }
}
