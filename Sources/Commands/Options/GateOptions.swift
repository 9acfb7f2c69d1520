import ArgumentParser
import Rules
import Triage

/// Which findings fail a check.
struct GateOptions: ParsableArguments {
    @Option(
        name: .customLong("fail-on"),
        help: "Exit with 1 for findings of this severity and above: note, warning or error.")
    var severity: Severity = .error

    @Flag(
        help: """
            Exit with 1 also for what could not be checked in protected environments, and for \
            findings that the change itself hides; as in the profile guardrails.
            """)
    var strict = false

    @Flag(help: "Exit with 0 whatever is found.")
    var exitZero = false

    func isFailed(by report: CheckReport) -> Bool {
        guard !exitZero else { return false }
        return report.newFindings.contains { $0.finding.severity >= severity }
            || (strict || report.isStrict) && (report.leavesGaps || report.isWeakened)
    }
}

extension CheckReport {
    fileprivate var leavesGaps: Bool { notChecked.contains(where: \.isProtected) }

    fileprivate var isWeakened: Bool {
        newFindings.contains { $0.finding.rule == RuleDefinition.guardrailWeakened.id }
    }
}
