import GitAccess
import RegistryAccess

extension UpdateService {
    /// Seconds between two times that a repository is tidied up.
    private static let upkeepInterval = 3600.0

    /// Bounds what is kept: old records, objects that no branch of the clone has any more, and
    /// metrics of what is no longer served.
    ///
    /// Runs after a visit, before the next one may begin: nothing else uses the clone meanwhile.
    func tidy(_ name: String, at now: Timestamp) async {
        guard let repository = repositories[name],
            repository.lastUpkeep.map({ now - $0 >= Self.upkeepInterval }) ?? true
        else { return }
        repositories[name]?.lastUpkeep = now
        let mirror = repository.mirror
        await withTaskExecutorPreference(threads) { mirror.collectGarbage() }
        await state.removeExpired(at: now)
        observe(.serving(await servedObjects()))
    }

    /// Notes when the logins that are kept for registries of clouds end.
    func noteLogins() async {
        guard let client = try? tools.clients.client else { return }
        for (host, end) in await client.loginExpiries {
            await state.record(
                loginExpiry: Timestamp(millisecondsSince1970: Int64(end) * 1000), ofHost: host)
        }
    }

    /// The automations and receivers of all repositories.
    private func servedObjects() async -> ServedObjects {
        var objects = ServedObjects(repositories: Set(repositories.keys))
        for (name, repository) in repositories {
            let automations = (repository.plan?.automations ?? []).map(\.name)
            let called = await receivers?.statuses(of: name).map(\.name) ?? []
            objects.objects.formUnion(
                (automations + called).map { ServedObject(repository: name, name: $0) })
        }
        return objects
    }
}

/// All that metrics may be about.
package struct ServedObjects: Sendable {
    package var objects: Set<ServedObject> = []
    package var repositories: Set<String>
}
