/// Which clusters objects reach, as far as the repository tells them apart.
extension RepositoryModel {
    /// The clusters that an object is built for: each by the outermost thing that builds it, a
    /// folder or the file of a Flux Kustomization; empty where nothing in the repository does.
    package func clusters(of object: EffectiveObject) -> Set<String> {
        var clusters: Set<String> = []
        var seen: Set<BuildRoot> = []
        var queue = roots(of: object)
        while let root = queue.popLast() {
            guard seen.insert(root).inserted else { continue }
            guard let path = root.builder?.path else {
                clusters.insert(root.folder)
                continue
            }
            let outer = roots(reaching: path)
            // What applies itself, as `flux bootstrap` leaves it, is as far as one can see.
            if outer.isEmpty || outer.contains(where: { $0.builder?.path == path }) {
                clusters.insert(path)
            } else {
                queue += outer
            }
        }
        return clusters
    }

    /// Whether two objects may come to one cluster: the same thing builds both, or nothing does and
    /// their files lie side by side.
    package func mayShareCluster<Left, Right>(
        _ left: Effective<Left>, _ right: Effective<Right>
    ) -> Bool {
        let (first, second) = (clusters(of: left.object), clusters(of: right.object))
        guard first.isEmpty, second.isEmpty else { return !first.isDisjoint(with: second) }
        return RepositoryPath.folder(of: left.fact.path)
            == RepositoryPath.folder(of: right.fact.path)
    }
}
