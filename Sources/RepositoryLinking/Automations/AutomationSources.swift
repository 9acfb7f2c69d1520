package import ManifestFacts

extension RepositoryModel {
    /// The GitRepositories that an automation may work on: those of its own clusters, where the
    /// repository tells clusters apart.
    package func sources(
        of automation: LinkedAutomation
    ) -> [Effective<GitRepositoryFact>] {
        let object = automation.built.object
        guard let name = object.field(.sourceName).text else { return [] }
        let namespace = LinkedAutomation.sourceNamespace(of: object).known
        let named = objects.sources.filter { source in
            let place = source.identity.namespace
            return source.identity.name.mayBe(name)
                && namespace.map { place == .absent || place.mayBe($0) } ?? true
        }
        guard named.count > 1 else { return named }
        let near = named.filter { mayShareCluster(automation.built, $0) }
        return near.isEmpty ? named : near
    }
}
