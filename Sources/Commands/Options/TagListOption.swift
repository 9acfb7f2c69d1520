import ArgumentParser
import Explanations
import GitAccess
import TagSnapshots

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
            throw TagFileError(file: input, reason: error)
        }
    }
}

/// Why the tags of a file cannot be read.
struct TagFileError: Error, CustomStringConvertible {
    let file: InputFile
    let reason: any Error

    var description: String { "no tags from \(file): \(reason)" }
}
