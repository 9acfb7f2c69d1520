/// Where one report goes: the argument of `--output`, `FORMAT[=FILE]`.
package struct OutputDestination: Equatable, Sendable {
    package let format: ReportFormat
    /// Nil for standard output, which `-` names too.
    package let file: String?

    package init(format: ReportFormat, file: String?) {
        self.format = format
        self.file = file
    }

    package init(parsing argument: String) throws(OutputDestinationError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let format = ReportFormat(rawValue: name) else { throw .unknownFormat(name) }
        let file = parts.count > 1 ? String(parts[1]) : "-"
        if file.isEmpty { throw .missingFile(format) }
        self.init(format: format, file: file == "-" ? nil : file)
    }

    /// The destinations of one run, in order; `fallback` on standard output if none is asked for.
    package static func destinations(
        parsing arguments: [String], fallback: ReportFormat = .text
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

/// Why an `--output` argument means nothing.
package enum OutputDestinationError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownFormat(String)
    case missingFile(ReportFormat)
    /// Two reports would overwrite each other; nil is standard output.
    case sharedTarget(file: String?)

    package var description: String {
        switch self {
        case .unknownFormat(let name):
            let known = ReportFormat.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            return "unknown output format `\(name)`; there are \(known)"
        case .missingFile(let format):
            return "no file name after `\(format.rawValue)=`"
        case .sharedTarget(let file):
            let target = file.map { "`\($0)`" } ?? "standard output"
            return "two reports would go to \(target); name a file for one of them"
        }
    }
}
