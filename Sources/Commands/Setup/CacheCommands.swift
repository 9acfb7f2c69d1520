import ArgumentParser
import GitAccess
import Reports

/// `sluice cache`: what is kept from one run to the next.
struct Cache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or remove what is kept from one run to the next.",
        discussion: """
            A check keeps its report in the Git directory, and the next one of the same files, \
            with the same options and the same program, takes it from there. Nothing is lost when \
            it is removed.

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
        let cache = try repository.workspace().cache
        let (count, size) = cache.usage
        let reports = counted(count, "report")
        try Console.print("`\(cache.path.visible)`: \(reports), \(size) bytes\n")
    }
}

/// `sluice cache clear`: removes the cache.
struct CacheClear: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove what was kept.")

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        try repository.workspace().cache.clear()
    }
}
