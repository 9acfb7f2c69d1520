import FoundationEssentials
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that a report goes into.
struct ReportFile {
    let path: String

    /// Writes a plain file whole or not at all.
    ///
    /// A device, a pipe or a link is written to as it is, because another file put in its place
    /// would be no such thing any more.
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

    /// Nil where there is nothing yet.
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
    /// Nil where the system gave none.
    let reason: Errno?

    var description: String {
        "cannot write to \(target)" + (reason.map { ": \($0)".lowercased() } ?? "")
    }
}

extension Error {
    /// The system's error below Foundation's own.
    fileprivate var systemReason: Errno? {
        ((self as? CocoaError)?.underlying as? POSIXError).map { Errno(rawValue: $0.code.rawValue) }
    }
}
