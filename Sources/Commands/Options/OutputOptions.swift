import ArgumentParser
import FoundationEssentials
import Reports
import Rules
import Triage

/// The output options of a check.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Report as \(ReportFormat.list), on standard output or into a file; may be repeated.",
            valueName: "format[=file]"))
    var output: [String] = []

    @Option(
        help: """
            Show findings of this severity and above in text: note, warning or error; by default \
            warnings, and whatever --fail-on names.
            """)
    var severity: Severity?

    @OptionGroup var color: ColourOption

    @Flag(help: "Tell programs about accepted findings as well, and text why they are.")
    var includeSuppressed = false

    @Flag(help: "In text, count the findings of each rule in place of showing them.")
    var statistics = false

    @Flag(help: "Say nothing to standard error but why a check could not finish.")
    var quiet = false

    @Option(
        name: .customLong("sarif-category"),
        help: ArgumentHelp(
            "In SARIF, keep the results apart from those of other runs for the same commit.",
            valueName: "name"))
    var category: String?

    func validate() throws {
        _ = try OutputDestination.given(output, fallback: ReportFormat.text)
        if let category, category.isEmpty || category.hasSuffix("/") {
            throw ValidationError("--sarif-category needs a name without a slash at its end")
        }
    }

    /// Writes every report that was asked for, and the totals to standard error.
    ///
    /// - Parameters:
    ///   - minimumSeverity: The least severity that text shows.
    ///   - fallback: The format without `--output`.
    ///   - rules: Returns the rules of the program and the repository; called only for SARIF.
    ///   - repositoryURI: Returns the repository's address; called only for SARIF.
    func write(
        _ report: CheckReport, from minimumSeverity: Severity,
        fallback: ReportFormat = .text, hint: FixHint = .none,
        rules: () throws -> [RuleDefinition], repositoryURI: () throws -> String?
    ) throws {
        var textSeverity: Severity?
        for destination in try OutputDestination.given(output, fallback: fallback) {
            let isSARIF = destination.format == .sarif
            let uri = isSARIF ? try repositoryURI() : nil
            let rules = isSARIF ? try rules() : RuleDefinition.all
            let text = report.rendered(
                as: destination.format,
                options: options(
                    for: destination, from: minimumSeverity, rules: rules, repositoryURI: uri))
            if !destination.format.tellsEverything { textSeverity = minimumSeverity }
            try Console.print(text, into: destination.file)
        }
        guard !quiet else { return }
        Console.note(report.summary(minimumSeverity: textSeverity).trimmingLastNewline)
        if let line = report.line(about: hint, minimumSeverity: minimumSeverity) {
            Console.note(line)
        }
    }

    private func options(
        for destination: OutputDestination<ReportFormat>, from minimumSeverity: Severity,
        rules: [RuleDefinition], repositoryURI: String?
    ) -> ReportOptions {
        ReportOptions(
            tool: .sluice, rules: rules, minimumSeverity: minimumSeverity,
            includesAccepted: includeSuppressed, countsByRule: statistics,
            style: style(for: destination), category: category, repositoryURI: repositoryURI)
    }

    private func style(for destination: OutputDestination<ReportFormat>) -> TextStyle {
        color.style(isTerminal: destination.file == nil && Console.outputIsTerminal)
    }
}

extension Severity: ExpressibleByArgument {}

extension ReportFormat {
    fileprivate static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension ToolIdentity {
    static let sluice = ToolIdentity(name: "sluice", version: Sluice.version)
}

extension String {
    fileprivate var trimmingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
