import Foundation

/// An empty folder that is removed with all it holds when nobody uses it any more.
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
        // A leftover folder harms no test; a failure here could not be told to anybody.
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension TemporaryDirectory {
    /// Writes a file, and the folders on its way.
    package func write(_ file: String, _ text: String) throws {
        let location = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(
            at: location.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: location)
    }

    /// Writes a file that can be run.
    ///
    /// Another process writes it: what this one has open for writing, a program that another test
    /// starts in that moment holds open too, and the system runs no file that somebody may write.
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
