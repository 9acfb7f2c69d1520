import FoundationEssentials
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file that a report is written to.
struct ReportFile {
    let path: String

    /// Writes a regular file atomically.
    ///
    /// A device, a pipe or a link is opened and written to, because a regular file that replaced
    /// it would destroy it.
    func write(_ text: String) throws(OutputError) {
        do {
            let isPlain = try status?.type ?? .regular == .regular
            if isPlain {
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            } else {
                try writeInto(text)
            }
        } catch let error as Errno {
            throw OutputError(target: "`\(path)`", reason: error)
        } catch {
            throw OutputError(target: "`\(path)`", reason: error.systemReason)
        }
    }

    /// Nil if the file does not exist.
    private var status: Stat? {
        get throws(Errno) {
            do throws(Errno) {
                return try Stat(FilePath(path), followTargetSymlink: false)
            } catch .noSuchFileOrDirectory {
                return nil
            }
        }
    }

    private func writeInto(_ text: String) throws {
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
    }
}

/// Why a report was not written.
struct OutputError: Error, CustomStringConvertible {
    let target: String
    /// Nil if the system gave none.
    let reason: Errno?

    var description: String {
        "cannot write to \(target)" + (reason.map { ": \($0)".lowercased() } ?? "")
    }
}

extension Error {
    /// The system's error that Foundation's error wraps.
    fileprivate var systemReason: Errno? {
        ((self as? CocoaError)?.underlying as? POSIXError).map { Errno(rawValue: $0.code.rawValue) }
    }
}
