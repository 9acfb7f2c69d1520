import ArgumentParser

/// `sluice create image policy`: which tag is the latest.
struct CreateImagePolicy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Print an ImagePolicy: which tag of an ImageRepository is the latest.",
        discussion: """
            Examples:
              sluice create image policy web --image-ref web --select-semver '>=1.0.0'
              sluice create image policy web --image-ref web --select-numeric asc \\
                --filter-regex '^main-[a-f0-9]+-(?P<ts>[0-9]+)$' --filter-extract '$ts'

            `sluice explain pattern` and `sluice explain range` show what a pattern and a range take.

            Exit status: 0 printed, 2 not printed, 64 a flag is wrong or missing.
            """)

    @OptionGroup var creation: CreationOptions

    @Option(
        name: .customLong("image-ref"), parsing: .unconditional,
        help: ArgumentHelp("The name of the ImageRepository.", valueName: "name"))
    var imageReference = ""

    @Option(
        name: .customLong("select-semver"), parsing: .unconditional,
        help: ArgumentHelp("Select the highest version in this range.", valueName: "range"))
    var semver = ""

    @Option(
        name: .customLong("select-alpha"), parsing: .unconditional,
        help: ArgumentHelp(
            "Select the last (asc) or the first (desc) by the alphabet.", valueName: "asc|desc"))
    var alphabetical = ""

    @Option(
        name: .customLong("select-numeric"), parsing: .unconditional,
        help: ArgumentHelp(
            "Select the largest (asc) or the smallest (desc) number.", valueName: "asc|desc"))
    var numerical = ""

    @Option(
        name: .customLong("filter-regex"), parsing: .unconditional,
        help: ArgumentHelp("Consider only tags that match this.", valueName: "pattern"))
    var filterPattern = ""

    @Option(
        name: .customLong("filter-extract"), parsing: .unconditional,
        help: ArgumentHelp(
            "Compare what this template, such as '$ts', makes of a tag.", valueName: "template"))
    var filterExtract = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to tell the digest of the tag: Never, IfNotPresent or Always.",
            valueName: "policy"))
    var reflectDigest = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How often to look at the digest; goes with --reflect-digest=Always.",
            valueName: "duration"))
    var interval = ""

    func validate() throws {
        _ = try manifest()
    }

    func run() async throws {
        try creation.print(manifest())
    }

    private func manifest() throws -> String {
        var flags = NewImagePolicy.Flags()
        flags.imageReference = imageReference
        flags.semver = semver
        flags.alphabetical = alphabetical
        flags.numerical = numerical
        flags.filterPattern = filterPattern
        flags.filterExtract = filterExtract
        flags.reflectDigest = reflectDigest
        flags.interval = interval
        return try creation.manifest { (head) throws(CreationError) in
            try NewImagePolicy(head, flags).manifest
        }
    }
}
