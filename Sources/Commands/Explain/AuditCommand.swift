import ArgumentParser
import Audit
import CheckPipeline
import Explanations
import GitAccess
import Reports

/// `sluice audit`: the whole picture.
struct AuditCommand: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show the images of a repository, what updates them, and what is not guarded.",
        discussion: """
            Lists each image with its environments, tag, policy and place; images that no marker \
            follows though a policy exists; policies that could select the same tag; the findings \
            by rule and environment; and what could not be checked, with the reasons.

            Examples:
              sluice audit
              sluice audit --output html=audit.html
              sluice audit --rev origin/main clusters/production

            Exit status: 0 audited, whatever was found; 2 the audit could not finish; 64 wrong \
            usage.
            """)

    @Argument(help: "Tell only of what lies in these files and directories.")
    var paths: [String] = []

    @Option(name: .customLong("rev"), help: "Audit the tree of this commit.")
    var revision: String?

    @Option(
        help: ArgumentHelp(
            "Report as text, json or html, on standard output or into a file; may be repeated.",
            valueName: "format[=file]"))
    var output: [String] = []

    @OptionGroup var color: ColourOption

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var acceptances: AcceptanceArguments
    @OptionGroup var tags: TagSnapshotOption

    func validate() throws {
        _ = try destinations()
    }

    func run() async throws {
        let audit = try await account()
        for destination in try destinations() {
            let isTerminal = destination.file == nil && Console.outputIsTerminal
            let text = audit.rendered(
                as: destination.format, by: .sluice, in: color.style(isTerminal: isTerminal))
            try Console.print(text, into: destination.file)
        }
    }

    private func account() async throws -> AuditAccount {
        let line = WaitingLine("auditing")
        defer { line.clear() }
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(ofCommit: revision)
        let paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        var check = RepositoryCheck(
            acceptances: try acceptances.options(), tags: try tags.snapshot())
        try check.link(links, of: workspace, by: snapshot)
        return AuditAccount(of: try await check.checked(snapshot, paths: paths))
    }

    private func destinations() throws -> [OutputDestination<AuditFormat>] {
        try OutputDestination.given(output, fallback: .text)
    }
}
