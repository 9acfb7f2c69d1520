import Foundation

/// The output and the end of a program.
package struct ProgramRun: Sendable {
    /// The reason why a program did not run to its end.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let status: Int32
    package let output: String
    package let errors: String

    /// Runs a program, found on `PATH` or named by its path, in the environment that is given and
    /// no other.
    ///
    /// Both streams go into files, so that neither a full pipe nor a reader can block it. It gets
    /// no input, and is ended after a minute.
    package init(
        _ program: String, _ arguments: [String], at directory: String,
        environment: [String: String]
    ) throws {
        let folder = try TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let streams = (try folder.fileHandle("output"), try folder.fileHandle("errors"))
        process.standardOutput = streams.0
        process.standardError = streams.1
        // The cancelled end below keeps the process, and with it its files, for the whole minute.
        defer {
            try? streams.0.close()
            try? streams.1.close()
        }
        try process.run()
        let tooLate = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: tooLate)
        process.waitUntilExit()
        tooLate.cancel()
        output = try folder.text(of: "output")
        errors = try folder.text(of: "errors")
        status = process.terminationStatus
        guard process.terminationReason == .exit else {
            throw Failure(
                description: "\(program) \(arguments) ended by signal \(status):\n\(errors)")
        }
    }
}

extension TemporaryDirectory {
    fileprivate func fileHandle(_ name: String) throws -> FileHandle {
        try write(name, "")
        return try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
    }

    /// A file's text, with U+FFFD for what is not UTF-8.
    package func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(file)")), as: UTF8.self)
    }
}
