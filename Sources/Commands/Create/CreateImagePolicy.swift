import ArgumentParser
import RegularLanguages
import SemanticVersions
import YAMLSyntax

/// `sluice create image policy`: which tag is the latest.
struct CreateImagePolicy: CreationCommand {
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
    @OptionGroup var flags: NewImagePolicy.Flags

    func manifest(_ head: ManifestHead) throws(CreationError) -> String {
        try NewImagePolicy(head, flags).manifest
    }
}

/// An ImagePolicy to be made of flags.
///
/// Source: flux2, `cmd/flux/create_image_policy.go`; image-reflector-controller, `api/v1`. Beyond
/// what flux checks, a version range has to be valid, and an ordering has to be the only one: of
/// several, flux makes a policy without any.
package struct NewImagePolicy: Equatable, Sendable {
    /// The flags; empty texts are absent.
    package struct Flags: ParsableArguments {
        @Option(
            name: .customLong("image-ref"), parsing: .unconditional,
            help: ArgumentHelp("The name of the ImageRepository.", valueName: "name"))
        package var imageReference = ""

        @Option(
            name: .customLong("select-semver"), parsing: .unconditional,
            help: ArgumentHelp("Select the highest version in this range.", valueName: "range"))
        package var semver = ""

        @Option(
            name: .customLong("select-alpha"), parsing: .unconditional,
            help: ArgumentHelp(
                "Select the last (asc) or the first (desc) by the alphabet.", valueName: "asc|desc")
        )
        package var alphabetical = ""

        @Option(
            name: .customLong("select-numeric"), parsing: .unconditional,
            help: ArgumentHelp(
                "Select the largest (asc) or the smallest (desc) number.", valueName: "asc|desc"))
        package var numerical = ""

        @Option(
            name: .customLong("filter-regex"), parsing: .unconditional,
            help: ArgumentHelp("Consider only tags that match this.", valueName: "pattern"))
        package var filterPattern = ""

        @Option(
            name: .customLong("filter-extract"), parsing: .unconditional,
            help: ArgumentHelp(
                "Compare what this template, such as '$ts', makes of a tag.", valueName: "template")
        )
        package var filterExtract = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "When to tell the digest of the tag: Never, IfNotPresent or Always.",
                valueName: "policy"))
        package var reflectDigest = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "How often to look at the digest; goes with --reflect-digest=Always.",
                valueName: "duration"))
        package var interval = ""

        package init() {}
    }

    private static let orders = ["asc", "desc"]
    private static let reflections = ["Never", "IfNotPresent", "Always"]

    private let head: ManifestHead
    private let spec: [String: YAMLValue]

    package init(_ head: ManifestHead, _ flags: Flags) throws(CreationError) {
        let image = try FlagValues.requiredReference(flags.imageReference, "--image-ref")
        var spec: [String: YAMLValue] = [
            "imageRepositoryRef": ["name": .text(image)],
            "policy": .mapping(try Self.ordering(flags)),
        ]
        if let filter = try Self.filter(flags) { spec["filterTags"] = .mapping(filter) }
        try Self.addReflection(flags, to: &spec)
        self.head = head
        self.spec = spec
    }

    package var manifest: String { head.manifest(of: "ImagePolicy", spec: spec) }

    private static func ordering(_ flags: Flags) throws(CreationError) -> [String: YAMLValue] {
        let given = [flags.semver, flags.alphabetical, flags.numerical].count { !$0.isEmpty }
        guard given == 1 else {
            throw CreationError(
                "--select-semver", "--select-alpha", "--select-numeric",
                reason: given == 0 ? .missing : .exclusive)
        }
        if !flags.alphabetical.isEmpty {
            let order = try FlagValues.choice(flags.alphabetical, orders, "--select-alpha")
            return ["alphabetical": ["order": .text(order)]]
        }
        if !flags.numerical.isEmpty {
            let order = try FlagValues.choice(flags.numerical, orders, "--select-numeric")
            return ["numerical": ["order": .text(order)]]
        }
        do throws(VersionConstraintError) {
            _ = try VersionConstraint(flags.semver)
        } catch {
            throw CreationError(
                "--select-semver", reason: .malformed("\(error)"), value: flags.semver,
                range: error.range)
        }
        return ["semver": ["range": .text(flags.semver)]]
    }

    private static func filter(_ flags: Flags) throws(CreationError) -> [String: YAMLValue]? {
        guard !flags.filterPattern.isEmpty else {
            guard flags.filterExtract.isEmpty else {
                throw CreationError("--filter-extract", reason: .needs("--filter-regex"))
            }
            return nil
        }
        let pattern: Pattern
        do throws(PatternError) {
            pattern = try Pattern(flags.filterPattern)
        } catch {
            throw CreationError(
                "--filter-regex", reason: .malformed("\(error)"), value: flags.filterPattern,
                range: error.range)
        }
        try check(flags.filterExtract, against: pattern)
        return [
            "pattern": .text(flags.filterPattern), "extract": .text(flags.filterExtract),
        ]
    }

    /// Every group that the template names has to exist, and a dollar has to be part of a group.
    private static func check(
        _ extract: String, against pattern: Pattern
    ) throws(CreationError) {
        for piece in ExpansionTemplate(extract).pieces {
            let words: String
            switch piece.part {
            case .group(let number) where !pattern.groupNames.indices.contains(number):
                words = "the pattern has no group \(number)"
            case .name(let name) where pattern.groups(named: name).isEmpty:
                words = "the pattern has no group `\(name)`"
            case .text where extract.hasLoneDollar(in: piece.range):
                words = "a dollar here names no group; `$$` stands for a dollar"
            case .group, .name, .text: continue
            }
            throw CreationError(
                "--filter-extract", reason: .malformed(words), value: extract, range: piece.range)
        }
    }

    private static func addReflection(
        _ flags: Flags, to spec: inout [String: YAMLValue]
    ) throws(CreationError) {
        let always = "--reflect-digest=Always"
        if !flags.reflectDigest.isEmpty {
            let policy = try FlagValues.choice(flags.reflectDigest, reflections, "--reflect-digest")
            spec["digestReflectionPolicy"] = .text(policy)
        }
        let interval =
            flags.interval.isEmpty
            ? "0s" : try FlagValues.duration(flags.interval, "--interval")
        if interval != "0s" {
            guard flags.reflectDigest == "Always" else {
                throw CreationError("--interval", reason: .needs(always))
            }
            spec["interval"] = .text(interval)
        } else if flags.reflectDigest == "Always" {
            throw CreationError(always, reason: .needs("--interval: the API wants both or none"))
        }
    }
}

extension String {
    /// Whether a dollar of the template is not one of a pair.
    fileprivate func hasLoneDollar(in range: Range<Int>) -> Bool {
        let written = String(decoding: Array(utf8)[range], as: UTF8.self)
        return written.replacing("$$", with: "").contains("$")
    }
}
