import ArgumentParser
import Configuration
import Reports
import Triage

/// The options of a check that rewrite its baseline.
struct BaselineUpdateOptions: ParsableArguments {
    @Flag(help: "Drop from the baseline what is not found any more.")
    var updateBaseline = false

    @Flag(help: "With --update-baseline, accept all that is found.")
    var acceptNew = false
}

/// One rewriting of a baseline file.
struct BaselineUpdate {
    let path: String
    let acceptsNew: Bool
    let former: Baseline

    /// Writes the file and returns the report with the new baseline.
    func apply(to report: CheckReport) throws -> CheckReport {
        let report = acceptsNew ? report.acceptingAll() : report
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
