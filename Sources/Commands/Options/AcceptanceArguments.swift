import ArgumentParser
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import Reports
import SourceText
import Triage

/// The options that choose suppressions and the baseline.
struct AcceptanceArguments: ParsableArguments {
    @Flag(
        name: .customLong("no-ignores"),
        help: "Report what comments, annotations and the configuration accept, too.")
    var honoursNoIgnores = false

    @Option(
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

/// The options of a check that rewrite its baseline.
struct BaselineUpdateOptions: ParsableArguments {
    @Flag(help: "Drop from the baseline what is not found any more.")
    var updateBaseline = false

    @Flag(help: "With --update-baseline, accept all that is found.")
    var acceptNew = false

    /// Writes the file of the baseline and returns the report with the new one.
    func rewrite(
        _ path: String, from former: Baseline, for report: CheckReport
    ) throws -> CheckReport {
        let report = acceptNew ? report.acceptingAll() : report
        let baseline = Baseline(
            accepting: report.accepted.filter { $0.acceptance?.form == .baseline }.map(\.finding))
        try ReportFile(path: path).write(baseline.file.text)
        let (before, after) = (former.findingCount, baseline.findingCount)
        let change =
            switch after - before {
            case 0: "as before"
            case ..<0: "\(before - after) fewer"
            default: "\(after - before) more"
            }
        Console.note("`\(path.visible)` holds \(counted(after, "finding")), \(change)")
        return report
    }
}
