import ArgumentParser
import Explanations

/// `sluice explain pattern`: what a filter pattern matches, without a repository.
struct ExplainPattern: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pattern",
        abstract: "Explain a filter pattern, and match tags with it.",
        discussion: """
            Reads PATTERN as Flux reads filterTags.pattern, in Go's syntax of regular expressions.

            Examples:
              sluice explain pattern '^main-[0-9a-f]{7}-(?P<ts>[0-9]+)$' --extract '$ts'
              crane ls ghcr.io/org/app | sluice explain pattern '^v[0-9]' --tags -
              sluice explain pattern -- '-rc$'

            In JSON, the offset of an error counts UTF-8 bytes from 0.

            Exit status: 0 the pattern is valid, 1 it is not, 2 the tags cannot be read, \
            64 wrong usage.
            """)

    @Argument(help: "The pattern; behind -- it may begin with a dash.")
    var pattern: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show what this template, such as '$ts', makes of each tag.", valueName: "template"))
    var extract = ""

    @OptionGroup var tagList: TagListOption
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            PatternExplanation(of: pattern, extract: extract, tags: try tagList.tags() ?? [])
        }
    }
}

/// `sluice explain range`: what a version range takes, without a repository.
struct ExplainRange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "range",
        abstract: "Explain a version range, and compare tags with it.",
        discussion: """
            Reads RANGE as Flux reads policy.semver.range. A tag is a version only if it has three \
            parts, as in 1.2.3.

            Examples:
              sluice explain range '>=1.2.0 <2.0.0'
              sluice explain range '~1.2.0-0' --tags tags.txt
              sluice explain range '1.x' --tags - --output json < tags.txt

            In JSON, the offset of an error counts UTF-8 bytes from 0.

            Exit status: 0 the range is valid, 1 it is not, 2 the tags cannot be read, \
            64 wrong usage.
            """)

    @Argument(help: "The range; behind -- it may begin with a dash.")
    var range: String

    @OptionGroup var tagList: TagListOption
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            RangeExplanation(of: range, tags: try tagList.tags() ?? [])
        }
    }
}
