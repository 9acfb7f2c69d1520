package import Foundation

/// Programs in Python that check the output of `sluice`, or that run it.
package enum Python {
    /// The directory into which `make test` puts the programs; it goes in front of `PATH`.
    package static let folder = PackageFolder.url.appending(path: ".build/python/bin").path

    package static func has(_ module: String) -> Bool {
        (try? run(["-c", "import \(module)"]).status == 0) ?? false
    }

    /// OASIS's schema of SARIF; nil if it is not beside the package.
    package static let sarifSchema: URL? = {
        let shared = ProcessInfo.processInfo.environment["SLUICE_SHARED"].map { URL(filePath: $0) }
        let folder = shared ?? PackageFolder.url.appending(path: "../shared")
        let file = folder.appending(path: "reference/sarif-schema-2.1.0.json")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }()

    /// The schema of `--output json`, which this package publishes.
    package static let checkSchema = PackageFolder.url
        .appending(path: "docs/schema/check-v1.schema.json")

    /// The errors of a document by its schema; empty if it is valid.
    package static func schemaErrors(_ document: String, schema: URL) throws -> String {
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            validator = jsonschema.validators.validator_for(schema)
            validator.check_schema(schema)
            for error in validator(schema).iter_errors(json.load(open(sys.argv[2]))):
                print(error.json_path, error.message[:200])
            """
        return try withFile(document) { file in
            let result = try run(["-c", script, schema.path, file])
            return result.status == 0 ? result.output : "python failed: \(result.errors)"
        }
    }

    /// The summary of a document by the package sarif-tools.
    package static func sarifSummary(_ document: String) throws -> ProgramRun {
        try withFile(document) { try run(["-m", "sarif", "summary", $0]) }
    }

    /// Calls `body` with the path of a file that holds `text`.
    private static func withFile<Result>(
        _ text: String, body: (String) throws -> Result
    ) throws -> Result {
        let folder = try TemporaryDirectory()
        try folder.write("report.sarif", text)
        return try body("\(folder.path)/report.sarif")
    }

    /// - Parameter variables: The variables of the program's environment beside `PATH`.
    package static func run(
        _ arguments: [String], with variables: [String: String] = [:]
    ) throws -> ProgramRun {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try ProgramRun(
            "python3", arguments, at: "/",
            environment: variables.merging(["PATH": "\(folder):\(path)"]) { $1 })
    }
}
