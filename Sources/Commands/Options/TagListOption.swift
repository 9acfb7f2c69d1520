import ArgumentParser
import Explanations
import GitAccess
import TagSnapshots

/// Where a command takes tags from that it judges one by one.
struct TagListOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Judge the tags in this file, one a line; - is standard input.", valueName: "file"))
    var file: TagFile?

    /// Nil where no list is asked for.
    func tags() throws -> [String]? {
        try file?.content { bytes in try TagList(bytes).tags }
    }
}

/// Where a command takes the tags of a policy's image from.
struct GivenTagsOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Judge the tags in this file: one a line, or a snapshot; - is standard input.",
            valueName: "file"))
    var file: TagFile?

    /// Nil where no tags are given.
    func tags() throws -> GivenTags? {
        try file?.content { bytes in try GivenTags(bytes) }
    }
}

/// Where a command takes the tags of all images from.
struct TagSnapshotOption: ParsableArguments {
    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Use the tags in this snapshot for what needs them; - is standard input.",
            valueName: "file"))
    var file: TagFile?

    /// Empty where none is given.
    func snapshot() throws -> TagSnapshot {
        try file?.content { bytes in try TagSnapshot(json: bytes) } ?? .empty
    }
}

/// A file of tags, or standard input.
struct TagFile: ExpressibleByArgument {
    /// Room for millions of tags, and an end to what contains none.
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

/// Why the tags of a file cannot be judged.
struct TagFileError: Error, CustomStringConvertible {
    let file: InputFile
    let reason: any Error

    var description: String { "no tags from \(file): \(reason)" }
}
