import RepositoryLinking

extension UpdateService {
    /// Makes what a hint names due at once; many hints within a moment are one.
    ///
    /// - Parameter name: The repository that has the receiver.
    package func take(_ hint: ServiceHint, of name: String) {
        guard isRunning, let plan = repositories[name]?.plan else { return }
        let now = clock.now
        let canonical = Set(hint.images.compactMap { ImageName($0)?.canonical })
        for (key, image) in plan.images {
            let isNamed = image.repositories.contains { repository in
                hint.imageRepositories.contains(repository.name)
            }
            if isNamed || ImageName(key.name).map({ canonical.contains($0.canonical) }) ?? false {
                schedule.hasten(image: key, at: now)
            }
        }
        for automation in hint.automations { repositories[name]?.memories[automation] = nil }
        schedule.hasten(automations: hint.automations, of: name, at: now)
        if hint.fetches { schedule.hasten(fetchOf: name, at: now) }
        proceed()
    }
}
