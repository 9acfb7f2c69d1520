import ArgumentParser
import FoundationEssentials
import GitAccess

/// The place of a secret: a variable or a file, because every process can see arguments.
struct SecretSource: ExpressibleByArgument {
    private static let sizeLimit = 1 << 16

    private enum Place {
        case variable(String)
        case file(String)
    }

    private let place: Place

    /// Parses `env:NAME` or `file:PATH`.
    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("env", 2): place = .variable(parts[1])
        case ("file", 2): place = .file(parts[1])
        default: return nil
        }
    }

    /// The secret, without a line break at the end of a file.
    func text(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        switch place {
        case .variable(let name):
            guard let value = environment[name] else { throw CredentialSourceError.unset(name) }
            return value
        case .file(let path):
            let bytes = try InputFile.path(path).bytes(limit: Self.sizeLimit)
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }

    /// The place in words, for messages.
    var description: String {
        switch place {
        case .variable(let name): "the variable `\(name)`"
        case .file(let path): "the file `\(path)`"
        }
    }
}
