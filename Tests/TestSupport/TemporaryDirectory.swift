import Foundation

/// An empty directory that is removed, with its contents, with this value.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without links and without a slash at its end.
    package let path: String

    package init() throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        // A leftover directory harms no test, and a failure here cannot be reported.
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension TemporaryDirectory {
    /// Writes a file, and makes the directories above it.
    package func write(_ file: String, _ text: String) throws {
        let location = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(
            at: location.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: location)
    }

    /// Writes a file that can be run.
    ///
    /// Another process writes it: a file that this process has open for writing is also open in a
    /// program that another test starts at that moment, and the system runs no file that is open
    /// for writing.
    package func writeProgram(_ file: String, _ text: String) throws {
        try write("\(file).text", text)
        let program = "\(path)/\(file)"
        let copying = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: ["install", "-m", "755", "\(program).text", program])
        copying.waitUntilExit()
        guard copying.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.removeItem(atPath: "\(program).text")
    }
}
