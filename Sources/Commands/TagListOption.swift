import ArgumentParser
import GitAccess
import Inspection

/// Where a command takes tags from.
struct TagListOption: ParsableArguments {
    /// Room for millions of tags, and an end to what is no list.
    private static let sizeLimit = 256 << 20

    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Judge the tags in this file, one a line; - is standard input.", valueName: "file"))
    var file: String?

    /// Nil where no list is asked for.
    func tags() throws -> [String]? {
        guard let file else { return nil }
        let input = file == "-" ? InputFile.standardInput : .path(file)
        do {
            return try TagList(input.bytes(limit: Self.sizeLimit)).tags
        } catch let error as TagListError {
            throw TagFileError(file: input, reason: error)
        }
    }
}

/// Why the tags of a file cannot be judged.
struct TagFileError: Error, CustomStringConvertible {
    let file: InputFile
    let reason: TagListError

    var description: String { "no tags from \(file): \(reason)" }
}
