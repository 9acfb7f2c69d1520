import ArgumentParser
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import SourceText
import Triage

/// The options that choose suppressions and the baseline.
struct AcceptanceArguments: ParsableArguments {
    @Flag(
        name: .customLong("no-ignores"),
        help: "Report what comments, annotations and the configuration accept, too.")
    var honoursNoIgnores = false

    @Option(
        name: .long,
        help: ArgumentHelp("Accept the findings that this file lists.", valueName: "file"))
    var baseline: String?

    @OptionGroup var clock: ClockOptions

    /// - Parameter isNew: Whether the baseline file may be missing.
    func options(isNew: Bool = false) throws -> AcceptanceOptions {
        var options = AcceptanceOptions(today: clock.today)
        options.honoursIgnores = !honoursNoIgnores
        if let baseline, !isNew || FileManager.default.fileExists(atPath: baseline) {
            let bytes = try InputFile.path(baseline).bytes(limit: BaselineFile.sizeLimit)
            options.baseline = Baseline(try BaselineFile(bytes, path: baseline))
        }
        return options
    }

    /// The commit's version of the baseline; empty if it has none.
    func formerBaseline(in base: Snapshot, of workspace: GitWorkspace) throws -> Baseline {
        guard let baseline, let path = RepositoryPaths.path(baseline, in: workspace),
            let entry = base.entries.first(where: { $0.path == path })
        else { return .empty }
        let bytes = try base.makeReader().bytes(of: entry, limit: BaselineFile.sizeLimit)
        return Baseline(try BaselineFile(bytes, path: path))
    }
}
