internal import GRDB

/// Why there is no state in a directory.
package enum StateError: Error, Hashable, Sendable {
    /// Another process has it open.
    case inUse(path: String)
    /// A newer version has written it.
    case newer(path: String)
    /// It cannot be read or written; with the reason.
    case unusable(path: String, reason: String)
}

extension StateError: CustomStringConvertible {
    package var description: String { words }

    var words: String {
        switch self {
        case .inUse(let path):
            "another process uses `\(path)`; each service needs a directory of its own"
        case .newer(let path):
            "`\(path)` was written by a newer version of sluice; use that one, or remove the file: "
                + "all that it holds is found again"
        case .unusable(let path, let reason): "`\(path)` cannot be used: \(reason)"
        }
    }

    /// The reason that SQLite gives, without statements and their values.
    static func words(for error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "no file can be made there" }
        return switch error.resultCode {
        case .SQLITE_FULL: "the disk is full"
        case .SQLITE_READONLY: "it is read-only"
        case .SQLITE_CANTOPEN: "it cannot be opened"
        case .SQLITE_IOERR: "the disk cannot be read or written"
        default: error.message ?? "\(error.resultCode)"
        }
    }
}
