import ArgumentParser
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import Reports
import Serving

/// `sluice fetch`: keeps clones of the linked repositories that have no path.
struct Fetch: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch the other repositories of the fleet that checks are to read.",
        discussion: """
            Each entry of `repositories` in .sluice.yaml that has no `path` is cloned, or fetched \
            again, in $XDG_CACHE_HOME/sluice or ~/.cache/sluice, with the credentials that Git \
            has. It is the configuration of the working tree that counts. Checks read what was \
            fetched last, and contact nobody.

            Exit status: 0 if all were fetched; 2 otherwise; 64 wrong usage.

            Examples:
              sluice fetch && sluice check
            """)

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        let workspace = try repository.workspace()
        let configuration = try RepositoryCheck().configuration(
            of: workspace.snapshot(ofCommit: nil))
        let wanted = configuration.repositories.filter { $0.path == nil }
        guard !wanted.isEmpty else {
            Console.note("sluice: `repositories` in .sluice.yaml has no entry without a `path`")
            return
        }
        guard let clones = CloneCache(variables: ProcessInfo.processInfo.environment) else {
            throw CommandError("neither XDG_CACHE_HOME nor HOME names a directory for the clones")
        }
        var hasFailed = false
        for repository in wanted {
            let name = GitRemote.name(ofURL: repository.url.value).visible
            do {
                let fetched = try await fetched(repository, into: clones)
                try Console.print(
                    "\(name): `\(fetched.branch.visible)` is at \(fetched.commit.prefix(12))\n")
            } catch {
                hasFailed = true
                Console.note("sluice: `\(name)` was not fetched: \(error)")
            }
        }
        if hasFailed { throw ExitStatus.couldNotFinish }
    }

    private func fetched(
        _ repository: OtherRepository, into clones: CloneCache
    ) async throws -> FetchedCommit {
        let (url, branch) = (repository.url.value, repository.branch)
        guard let place = RemoteURL(url), GitRemote(trustedURL: url) != nil else {
            throw CommandError("Git fetches from no such URL; a password belongs to Git's helpers")
        }
        // A change to the configuration must not make anyone read other places of a machine.
        guard ["https", "ssh"].contains(place.scheme) else {
            throw CommandError("only https and ssh URLs are fetched; give the entry a `path`")
        }
        if let branch, !BranchMove.isBranch(branch) {
            throw CommandError("`\(branch.visible)` is no name of a branch")
        }
        let fetched = try await clones.fetch(url, branch: branch) {
            try await Task.sleep(for: .seconds(1))
        }
        guard let fetched else {
            throw CommandError("another `sluice fetch` is running, and has not ended")
        }
        return fetched
    }
}
