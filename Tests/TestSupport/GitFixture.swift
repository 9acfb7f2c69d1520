import Foundation

/// A repository made by the `git` program, without any of the user's own settings.
package struct GitFixture: Sendable {
    /// The reason why a command failed that a test needs.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The directory that contains the repository, and other files of a test beside it.
    package let home: TemporaryDirectory
    /// The top of the work tree, or a bare repository.
    package let path: String

    /// Makes an empty repository; `arguments` go to `git init`.
    package init(_ arguments: String...) throws {
        self.init(at: "repository", in: try TemporaryDirectory())
        try git(["init", "--quiet", "--initial-branch=main"] + arguments + [path], at: home.path)
    }

    /// Another repository in the same home, made by `git` under that name.
    package init(at name: String, in home: TemporaryDirectory) {
        self.home = home
        path = "\(home.path)/\(name)"
    }

    /// The variables that `git` runs with; a test's own programs go into the home's `bin`.
    package var environment: [String: String] {
        let date = "2024-01-02T03:04:05Z"
        return [
            "PATH": "\(home.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/bin")",
            "HOME": home.path, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date,
        ]
    }

    /// Runs `git` at the top; gives its output without the last line end.
    @discardableResult
    package func git(_ arguments: String...) throws -> String {
        try git(arguments)
    }

    /// Runs `git` in another directory, or with a file as its input.
    @discardableResult
    package func git(
        _ arguments: [String], at directory: String? = nil, input: String? = nil
    ) throws -> String {
        try Self.finish(start(["git"] + arguments, at: directory ?? path, input: input))
    }

    /// Runs another program at the top.
    @discardableResult
    package func run(_ command: String...) throws -> String {
        try Self.finish(start(command, at: path))
    }

    /// Writes a file of the work tree, and makes the directories above it.
    package func write(_ file: String, _ text: String) throws {
        try home.write("\(path.dropFirst(home.path.count + 1))/\(file)", text)
    }

    /// Writes files, adds all there is, and makes a commit; gives its id.
    @discardableResult
    package func commit(_ files: [String: String] = [:], message: String = "change") throws
        -> String
    {
        for (file, text) in files { try write(file, text) }
        try git("add", "--all")
        try git("commit", "--quiet", "--allow-empty", "--message", message)
        return try git("rev-parse", "HEAD")
    }
}

extension GitFixture {
    /// Calls `body` while Git waits for a hook, with the variables and the directory that Git gave
    /// it.
    ///
    /// The hook file, below the home, is made for that; `arguments` make Git run it.
    package func whileInHook<Result>(
        _ hook: String, running arguments: [String],
        body: (_ environment: [String: String], _ directory: String) throws -> Result
    ) throws -> Result {
        let files = try TemporaryDirectory()
        let script = """
            #!/bin/sh
            env -0 > "\(files.path)/environment"; pwd > "\(files.path)/folder"
            : > "\(files.path)/started"
            until [ -e "\(files.path)/finished" ]; do sleep 0.02; done
            """
        try home.writeProgram(hook, script)
        let process = try start(["git"] + arguments, at: path)
        defer { process.process.waitUntilExit() }
        defer {
            _ = FileManager.default.createFile(atPath: files.path + "/finished", contents: nil)
        }
        while !FileManager.default.fileExists(atPath: files.path + "/started") {
            guard process.process.isRunning else {
                throw Failure(description: "the hook did not run:\n\(try Self.finish(process))")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        let folder = try String(contentsOfFile: files.path + "/folder", encoding: .utf8)
        let variables = try String(contentsOfFile: files.path + "/environment", encoding: .utf8)
            .split(separator: "\0").map { $0.split(separator: "=", maxSplits: 1) }
            .map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }
        return try body(
            Dictionary(variables) { $1 }, folder.trimmingCharacters(in: .newlines))
    }

    private typealias Running = (process: Process, command: [String], output: Pipe)

    private func start(
        _ command: [String], at directory: String, input: String? = nil
    ) throws -> Running {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.environment = environment
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
            ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return (process, command, output)
    }

    private static func finish(_ running: Running) throws -> String {
        let output = try running.output.fileHandleForReading.readToEnd() ?? Data()
        running.process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        guard running.process.terminationStatus == 0 else {
            throw Failure(description: "\(running.command) failed:\n\(text)")
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
