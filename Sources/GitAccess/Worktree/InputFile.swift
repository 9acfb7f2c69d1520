import CLibrary

/// A file, pipe or standard input that the user names on the command line.
package enum InputFile: Hashable, Sendable {
    case standardInput
    case path(String)

    private static let chunkSize = 1 << 20

    /// All of it; waits while another process still writes.
    package func bytes(limit: Int) throws(InputFileError) -> [UInt8] {
        do throws(SystemFailure) {
            let file = try descriptor()
            let number = file?.number ?? STDIN_FILENO
            // What a file contains is read at once; a pipe tells no size.
            let size = min(RegularFile.size(of: number) ?? 0, limit)
            var bytes = try RegularFile.bytes(number, upTo: max(size + 1, Self.chunkSize))
            while bytes.count <= limit {
                let chunk = try RegularFile.bytes(number, upTo: Self.chunkSize)
                if chunk.isEmpty { return bytes }
                bytes += chunk
            }
        } catch {
            throw .system(self, reason: error.reason)
        }
        throw .tooLarge(self, limit: limit)
    }

    /// Reads the bytes that standard input has, at most `limit`; waits if there are none, and is
    /// empty at its end.
    package static func nextOfStandardInput(limit: Int) throws(InputFileError) -> [UInt8] {
        do throws(SystemFailure) {
            return try RegularFile.bytes(STDIN_FILENO, upTo: limit, waitsForAll: false)
        } catch {
            throw .system(.standardInput, reason: error.reason)
        }
    }

    private func descriptor() throws(SystemFailure) -> FileDescriptor? {
        guard case .path(let path) = self else { return nil }
        return try FileDescriptor(owning: open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY))
    }
}

/// Why an input cannot be read.
package enum InputFileError: Error, Hashable, Sendable {
    case system(InputFile, reason: String)
    case tooLarge(InputFile, limit: Int)
}

extension InputFile: CustomStringConvertible {
    package var description: String {
        switch self {
        case .standardInput: "standard input"
        case .path(let path): "`\(path)`"
        }
    }
}

extension InputFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let file, let reason): "cannot read \(file): \(reason)"
        case .tooLarge(let file, let limit): "\(file) has more than \(limit) bytes"
        }
    }
}
