import ArgumentParser
import GitAccess
import Reports

/// `sluice cache`: what is kept from one run to the next.
struct Cache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or remove what is kept from one run to the next.",
        discussion: """
            A check keeps its report and the manifests that it has parsed in the Git directory. \
            The next check of the same files, with the same options and the same program, takes \
            the report from there; another one parses only the manifests that are new. Nothing \
            is lost when they are removed.

            Examples:
              sluice cache status
              sluice cache clear
            """,
        subcommands: [CacheStatus.self, CacheClear.self])
}

/// `sluice cache status`: where the cache is, and how large.
struct CacheStatus: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show where the cache is, and how large.")

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        let workspace = try repository.workspace()
        let (reports, manifests) = (workspace.cache, workspace.manifestCache)
        let (count, size) = reports.usage
        try Console.print(
            """
            `\(reports.path.visible)`: \(counted(count, "report")), \(size) bytes
            `\(manifests.path.visible)`: parsed manifests, \(manifests.usage.byteCount) bytes

            """)
    }
}

/// `sluice cache clear`: removes both.
struct CacheClear: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove what was kept.")

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        let workspace = try repository.workspace()
        try workspace.cache.clear()
        try workspace.manifestCache.clear()
    }
}
