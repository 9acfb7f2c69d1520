/// Where one report goes: the argument of `--output`, `FORMAT[=FILE]`.
package struct OutputDestination<Format: OutputFormat>: Equatable, Sendable {
    package let format: Format
    /// Nil for standard output, also written as `-`.
    package let file: String?

    package init(format: Format, file: String?) {
        self.format = format
        self.file = file
    }

    package init(parsing argument: String) throws(OutputDestinationError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let format = Format(rawValue: name) else {
            throw .unknownFormat(name, known: Format.allCases.map(\.rawValue))
        }
        let file = parts.count > 1 ? String(parts[1]) : "-"
        if file.isEmpty { throw .missingFile(format: name) }
        self.init(format: format, file: file == "-" ? nil : file)
    }

    /// The destinations of one run, in order; without arguments, `fallback` on standard output.
    package static func destinations(
        parsing arguments: [String], fallback: Format
    ) throws(OutputDestinationError) -> [OutputDestination] {
        var destinations: [OutputDestination] = []
        for argument in arguments {
            let destination = try OutputDestination(parsing: argument)
            if destinations.contains(where: { $0.file == destination.file }) {
                throw .sharedTarget(file: destination.file)
            }
            destinations.append(destination)
        }
        return destinations.isEmpty
            ? [OutputDestination(format: fallback, file: nil)] : destinations
    }
}

/// The formats that one command can write, by the names that users type.
package protocol OutputFormat:
    RawRepresentable<String>, CaseIterable, Equatable, Sendable
{}

/// Why the arguments of `--output` are invalid.
package enum OutputDestinationError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownFormat(String, known: [String])
    case missingFile(format: String)
    /// Two reports would overwrite each other; nil is standard output.
    case sharedTarget(file: String?)

    package var description: String {
        switch self {
        case .unknownFormat(let name, let known):
            let list = known.map { "`\($0)`" }.joined(separator: ", ")
            return "unknown output format `\(name)`; there are \(list)"
        case .missingFile(let format):
            return "no file name after `\(format)=`"
        case .sharedTarget(let file):
            let target = file.map { "`\($0)`" } ?? "standard output"
            return "two reports would go to \(target); name a file for one of them"
        }
    }
}
