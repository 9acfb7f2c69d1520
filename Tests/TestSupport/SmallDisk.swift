import Foundation

/// A disk of a megabyte in memory, which is unmounted with this value.
package final class SmallDisk {
    private let path: String
    private let filler: String

    package static let isAllowed: Bool = {
        guard let folder = try? TemporaryDirectory() else { return false }
        return (try? SmallDisk(at: "\(folder.path)/disk")) != nil
    }()

    /// - Parameter filler: The file that fills it, below the disk.
    package init(at path: String, filler: String = ".git/filler") throws {
        self.path = path
        self.filler = "\(path)/\(filler)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
    }

    deinit { try? Self.run("umount", "--lazy", path) }

    package func fill() throws {
        try Data().write(to: URL(filePath: filler))
        let file = try FileHandle(forWritingTo: URL(filePath: filler))
        for size in [65_536, 4_096] {
            while (try? file.write(contentsOf: Data(count: size))) != nil {}
        }
    }

    package func free() throws { try FileManager.default.removeItem(atPath: filler) }

    package func remount(_ mode: String) throws {
        try Self.run("mount", "-o", "remount,\(mode)", path)
    }

    private static func run(_ command: String...) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin"
        let run = try ProgramRun(
            command[0], Array(command.dropFirst()), at: "/",
            environment: ["PATH": "\(path):/usr/sbin:/sbin"])
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
