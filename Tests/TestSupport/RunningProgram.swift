import Foundation

/// A program that runs beside a test, and is killed with this value.
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

    // Only `SIGKILL` ends it: the threads of a test block other signals, and so do the programs
    // that they start, unless they unblock them.
    deinit { kill() }

    package var isRunning: Bool { process.isRunning }

    /// Kills the program, as a power failure would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks the program to end.
    package func terminate() { Foundation.kill(process.processIdentifier, SIGTERM) }

    /// The exit status, once the program has ended.
    package func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits for the next output; nil at its end.
    package func nextOutput() -> String? {
        let data = output.fileHandleForReading.availableData
        return data.isEmpty ? nil : String(decoding: data, as: UTF8.self)
    }
}
