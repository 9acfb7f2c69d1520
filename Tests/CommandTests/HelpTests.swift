import TestSupport
import Testing

/// Help texts, and messages about wrong usage.
@Suite struct HelpTests {
    @Test(arguments: [
        "sluice", "sluice init", "sluice check", "sluice diff", "sluice audit", "sluice history",
        "sluice hook", "sluice hook install",
        "sluice hook run", "sluice hook pre-push", "sluice hook pre-receive", "sluice hook update",
        "sluice explain", "sluice explain place", "sluice explain policy", "sluice explain pattern",
        "sluice explain range", "sluice explain message", "sluice explain rule", "sluice rules",
        "sluice rules list", "sluice rules test",
        "sluice create", "sluice create image", "sluice create image repository",
        "sluice create image policy", "sluice create image update",
        "sluice get", "sluice get images",
        "sluice suspend", "sluice suspend image", "sluice resume", "sluice resume image",
        "sluice update", "sluice serve", "sluice promote", "sluice verify", "sluice scan",
        "sluice lsp", "sluice comment",
        "sluice rollback", "sluice hold", "sluice release", "sluice holds",
        "sluice fetch", "sluice cache", "sluice cache status", "sluice cache clear",
    ]) func `help is as recorded`(_ command: String) throws {
        let arguments = command.split(separator: " ").dropFirst().map(String.init)
        let run = try GitFixture().sluice(arguments + ["--help"])
        let name = command.replacing(" ", with: "-")
        try expect(run.output, isRecordedAs: name)
        #expect(run.status == 0 && run.errors.isEmpty)
    }

    @Test func `the version is three numbers`() throws {
        let run = try GitFixture().sluice(["--version"])
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        #expect(run.status == 0 && run.errors.isEmpty)
    }

    @Test(arguments: [
        (["checks"], "`sluice` has no command `checks`; did you mean `check`?"),
        (["xyz"], "`sluice` has no command `xyz`\n"),
        (["hook", "instal"], "`sluice hook` has no command `instal`; did you mean `install`?"),
        (["check", "--rule", "image-latest"], "there is no rule `image-latest`"),
        (["check", "--rule", "image-untaged"], "did you mean `image-untagged`?"),
        (["check", "--output", "serif"], "`markdown`; did you mean `sarif`?"),
        (["audit", "--output", "htm=a"], "`html`; did you mean `html`?"),
        (["check", "--stagged"], "Unknown option '--stagged'"),
        (["check", "--rev"], "Missing value for '--rev <rev>'"),
        (["check", "--staged", "--rev", "HEAD"], "--staged and --rev exclude each other"),
        (["check", "--all"], "--all goes with --staged"),
        (["check", "--severity", "bad"], "The value 'bad' is invalid for '--severity"),
        (["check", "--color", "blue"], "The value 'blue' is invalid for '--color"),
        (["check", "--output", "xml"], "unknown output format `xml`"),
        (
            ["check", "--output", "json", "--output", "text"],
            "two reports would go to standard out"
        ),
        (["hook", "install", "now"], "Unexpected argument 'now'"),
    ])
    func `wrong usage is reported on standard error`(_ arguments: [String], _ message: String)
        throws
    {
        let run = try GitFixture().sluice(arguments)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("Error: "))
        #expect(run.errors.contains(message))
    }
}
