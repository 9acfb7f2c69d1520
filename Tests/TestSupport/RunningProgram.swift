import Foundation

/// A program that runs beside a test, and is ended when nobody uses it any more.
package final class RunningProgram {
    private let process = Process()
    private let output = Pipe()

    /// Starts a program in an environment of its own; `directory` is where it runs.
    package init(
        _ command: [String], at directory: String, environment: [String: String]
    ) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    // Not asked politely: the threads of a test block signals, and so does what they start.
    deinit { kill() }

    package var isRunning: Bool { process.isRunning }

    /// Ends it as a power failure would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for what it prints next; nil at its end.
    package func nextOutput() -> String? {
        let data = output.fileHandleForReading.availableData
        return data.isEmpty ? nil : String(decoding: data, as: UTF8.self)
    }
}
