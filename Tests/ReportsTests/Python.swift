import Foundation

/// Programs in Python that read what the reports say, as independent judges.
enum Python {
    static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The virtual environment that `make test` sets up, else the system's interpreter.
    private static let interpreter: String = {
        let own = packageRoot.appending(path: ".build/python/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
    }()

    static func has(_ module: String) -> Bool {
        (try? run(["-c", "import \(module)"]).isSuccess) ?? false
    }

    /// What the schema has against the document; empty if it is valid.
    static func schemaErrors(_ document: String, schema: URL) throws -> String {
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            validator = jsonschema.validators.validator_for(schema)
            validator.check_schema(schema)
            for error in validator(schema).iter_errors(json.load(open(sys.argv[2]))):
                print(error.json_path, error.message[:200])
            """
        return try withFile(document) { file in
            let result = try run(["-c", script, schema.path, file.path])
            return result.isSuccess ? result.output : "python failed: \(result.output)"
        }
    }

    /// Calls `body` with the path of a file that holds `text`.
    static func withFile<Result>(_ text: String, body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "report.sarif")
        try Data(text.utf8).write(to: file)
        return try body(file)
    }

    static func run(_ arguments: [String]) throws -> (isSuccess: Bool, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [interpreter] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus == 0, String(decoding: output, as: UTF8.self))
    }
}
