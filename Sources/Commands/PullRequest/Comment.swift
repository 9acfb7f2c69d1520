import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import Reports
import SourceText
import WebAccess

/// `sluice comment`: a comment on a pull request, refreshed in place.
struct Comment: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Write a file as a comment on a pull request, or refresh that comment.",
        discussion: """
            Posts Markdown, such as `sluice diff --output markdown` writes, and edits the same \
            comment from then on: it is found by a line that does not show and by its author. An \
            empty file takes the comment away. Works on GitHub, GitLab, Gitea and Forgejo, with \
            a token from the environment, as `sluice promote`.

            Examples:
              sluice diff --output markdown | sluice comment --file -
              sluice comment --file summary.md --request 12 --key summary --dry-run

            In a CI system, the pull request is the one that the job runs for.

            Exit status: 0 the comment is as the file says, 2 it could not be written, 64 wrong \
            usage.
            """)

    @Option(
        help: ArgumentHelp("The text, in Markdown; - is standard input.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The number of the pull request; by default as the CI system tells.",
            valueName: "number"))
    var request: Int?

    @Option(
        help: ArgumentHelp(
            "The name of the comment: one pull request has one comment of each name.",
            valueName: "name"))
    var key = "sluice"

    @Flag(help: "Show the comment, and write nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("The remote whose pull requests are meant.", valueName: "name"))
    var remote = "origin"

    @OptionGroup var forge: ForgeOptions
    @OptionGroup var repository: RepositoryOptions

    func validate() throws {
        if let request, request < 1 {
            throw ValidationError("--request takes the number of a pull request")
        }
        guard !key.isEmpty, key.utf8.count <= Self.keyLimit else {
            throw ValidationError("--key takes a name of 1 to \(Self.keyLimit) bytes")
        }
    }

    func run() async throws {
        let text = try text()
        let number = try number()
        let place = try forge.repository(of: try gitRemote())
        let comment = RequestComment(number: number, text: text, key: key)
        let name = "\(place.kind.requestMark)\(number) of \(place.name)"
        if dryRun {
            Console.note("would write this comment on \(name)".visible)
            return try Console.print(text)
        }
        let token = try ForgeToken(
            for: place, environment: ProcessInfo.processInfo.environment)
        let outcome = try await ForgeOptions.withWebClient { web in
            await Result { () async throws(ForgeError) in
                try await ForgeClient(place, token: token, web: web).write(comment)
            }
        }
        try Console.print(line(for: try outcome.get(), on: name))
    }

    /// Bytes of the file.
    private static let sizeLimit = 16 << 20
    private static let keyLimit = 100

    private func text() throws -> String {
        let input: InputFile = file == "-" ? .standardInput : .path(file)
        let bytes = try input.bytes(limit: Self.sizeLimit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("\(input) is not UTF-8")
        }
        return text.contains { !$0.isWhitespace } ? text : ""
    }

    private func gitRemote() throws -> GitRemote {
        let remotes = try repository.workspace().remotes()
        guard let found = remotes.first(where: { $0.name == remote }) else {
            throw CommandError("the repository has no remote `\(remote)`; name one with --remote")
        }
        return found
    }

    private func number() throws -> Int {
        if let request { return request }
        guard let number = ContinuousIntegration.current?.pullRequest else {
            throw CommandError(
                "no pull request to comment on: this is not a CI job for one; name it with "
                    + "--request")
        }
        return number
    }

    private func line(for outcome: CommentOutcome, on name: String) -> String {
        let words =
            switch outcome.action {
            case .created: "wrote the comment on"
            case .updated: "refreshed the comment on"
            case .unchanged: "nothing to change in the comment on"
            case .removed: "removed the comment on"
            }
        return "\(words) \(name)\(outcome.url.map { ": \($0)" } ?? "")".visible + "\n"
    }
}

extension ForgeKind {
    /// The sign in front of a pull request's number.
    fileprivate var requestMark: String { self == .gitLab ? "!" : "#" }
}
