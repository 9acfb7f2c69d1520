import ArgumentParser
import CheckPipeline
import GitAccess

/// Whether reports of earlier runs are used.
struct CacheOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-cache"),
        help: "Check everything anew, and keep nothing for the next run.")
    var isOff = false

    /// Nil if no reports are to be used, or the running program cannot be told from another build.
    func reports(of workspace: GitWorkspace) -> ReportCache? {
        guard !isOff, let stamp = ProgramFile.stamp else { return nil }
        return ReportCache(workspace.cache, program: "\(Sluice.version) \(stamp)")
    }
}
