import ArgumentParser
import Rules
import Triage

/// Which findings fail a check.
struct GateOptions: ParsableArguments {
    @Option(
        name: .customLong("fail-on"),
        help: "Exit with 1 for findings of this severity and above: note, warning or error.")
    var severity: Severity = .error

    @Flag(help: "Exit with 0 whatever is found.")
    var exitZero = false

    func isFailed(by report: CheckReport) -> Bool {
        !exitZero && report.findings.contains { $0.finding.severity >= severity }
    }
}
