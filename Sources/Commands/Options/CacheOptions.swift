import ArgumentParser
import CheckPipeline
import GitAccess

/// Whether the reports and the parsed manifests of earlier runs are used.
struct CacheOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-cache"),
        help: "Check everything anew, and keep nothing for the next run.")
    var isOff = false

    /// Nil if no reports are to be used, or the running program cannot be told from another build.
    func reports(of workspace: GitWorkspace) -> ReportCache? {
        program.map { ReportCache(workspace.cache, program: $0) }
    }

    /// Nil in the same cases.
    func records(of workspace: GitWorkspace) -> RecordPacks? {
        program.map { workspace.records(program: $0) }
    }

    private var program: String? {
        isOff ? nil : ProgramFile.stamp.map { "\(Sluice.version) \($0)" }
    }
}
