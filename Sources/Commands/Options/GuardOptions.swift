import ArgumentParser
import Configuration
import FoundationEssentials
import RegistryAccess
import TagSnapshots
import UpdateEngine

/// The options of an update's guardrails.
struct GuardOptions: ParsableArguments {
    @Option(
        name: .customLong("last-tags"),
        help: ArgumentHelp(
            "What registries had before, for maximumTagLoss in the configuration: a snapshot; - is "
                + "standard input.", valueName: "file"))
    var formerTagFile: TagFile?

    @Option(
        name: .customLong("verify-command"),
        help: ArgumentHelp(
            "Write only images that this program passes, with status 0. It gets the image as its "
                + "last argument, and no shell reads the line.", valueName: "command"),
        transform: { text in
            guard let command = VerificationCommand(text) else {
                throw ValidationError("a command is a program and its arguments")
            }
            return command
        })
    var verification: VerificationCommand?

    func inquiry(_ clock: ClockOptions, _ tags: TagProvider) throws -> ImageInquiry {
        let environment = ProcessInfo.processInfo.environment
        return ImageInquiry(
            today: clock.today, secondsSince1970: clock.secondsSince1970,
            formerTags: try formerTagFile?.content { bytes in try TagSnapshot(json: bytes) },
            ages: tags.ages,
            verify: verification.map { command in
                { await command.failure(of: $0, environment: environment) }
            })
    }
}

extension ClockOptions {
    /// The start of the day of `--now`, else the current time.
    fileprivate var secondsSince1970: Int64 {
        now.map { Int64($0.daysSince1970) * 86400 }
            ?? Int64(SystemClock.now.timeIntervalSince1970)
    }
}
