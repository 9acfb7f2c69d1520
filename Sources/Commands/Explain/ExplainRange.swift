import ArgumentParser
import Explanations

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
