import ArgumentParser
import Explanations
import GitAccess
import TagSnapshots
import UpdateEngine

/// The option for a list of tags without an image.
struct TagListOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Judge the tags in this file, one a line; - is standard input.", valueName: "file"))
    var file: TagFile?

    /// Nil without the option.
    func tags() throws -> [String]? {
        try file?.content { bytes in try TagList(bytes).tags }
    }
}

/// The option for the tags of a policy's image: a list or a tag snapshot.
struct GivenTagsOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Judge the tags in this file: one a line, or a snapshot; - is standard input.",
            valueName: "file"))
    var file: TagFile?

    /// Nil without the option.
    func tags() throws -> GivenTags? {
        try file?.content { bytes in try GivenTags(bytes) }
    }
}

/// The option for a tag snapshot, with the tags of all images.
struct TagSnapshotOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Use the tags in this snapshot for what needs them; - is standard input.",
            valueName: "file"))
    var file: TagFile?

    /// Empty without the option.
    func snapshot() throws -> TagSnapshot {
        try file?.content { bytes in try TagSnapshot(json: bytes) } ?? .empty
    }
}

/// A file of tags, or standard input.
struct TagFile: ExpressibleByArgument {
    /// In bytes: room for millions of tags, and a bound for files of another kind.
    private static let sizeLimit = 256 << 20

    private let input: InputFile

    init(argument: String) {
        input = InputFile(argument: argument)
    }

    var isStandardInput: Bool { input == .standardInput }

    func content<Content>(_ read: ([UInt8]) throws -> Content) throws -> Content {
        let bytes = try input.bytes(limit: Self.sizeLimit)
        do {
            return try read(bytes)
        } catch {
            throw CommandError("no tags from \(input): \(error)")
        }
    }
}

/// Where an update takes tags from.
struct TagSourceOptions: ParsableArguments {
    /// In bytes: room for tens of thousands of policies with all their conditions.
    private static let sizeLimit = 256 << 20

    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Let the repository's policies select from the tags in this snapshot; - is standard "
                + "input.", valueName: "file"))
    var tagFile: TagFile?

    @Flag(
        name: .customLong("registry"),
        help: "Let the repository's policies select from the tags that registries have now.")
    var asksRegistry = false

    @Option(
        name: .customLong("policies-from"),
        help: ArgumentHelp(
            "Take what the policies of a cluster have selected, as `kubectl get imagepolicies -A "
                + "-o json` prints them; - is standard input. A file may hold an array of such "
                + "lists, one for each cluster. May be repeated.", valueName: "file"))
    var policyFiles: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where several clusters have a policy of one name, take this one's: the FILE of "
                + "--policies-from, or FILE#N for the list number N of an array.",
            valueName: "file"))
    var cluster: String?

    func validate() throws {
        if count > 1 { throw ValidationError(Self.question) }
        if policyFiles.isEmpty, cluster != nil {
            throw ValidationError("--cluster goes with --policies-from")
        }
    }

    static let question = "say where the tags come from: --policies-from, --tags or --registry"

    /// The number of sources that are given.
    var count: Int { [!policyFiles.isEmpty, tagFile != nil, asksRegistry].count(where: \.self) }

    /// The source that files provide; nil without such an option.
    func given() async throws -> TagSource? {
        if let tagFile {
            return .snapshot(
                try tagFile.content { bytes in try TagSnapshot(json: bytes) }, .file)
        }
        if policyFiles.isEmpty { return nil }
        var lists: [ClusterList] = []
        for file in policyFiles {
            let input = file == "-" ? InputFile.standardInput : .path(file)
            lists += try ClusterList.lists(
                in: try input.bytes(limit: Self.sizeLimit), from: file)
        }
        return .clusters(try ClusterPolicies(lists, preferred: cluster))
    }
}
