import Foundation
import Rules
import Testing

@testable import Configuration

@Suite struct SchemaTests {
    private static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `the committed schema is the generated one`() throws {
        let file = Self.packageRoot.appending(path: "docs/schema/configuration-v1.schema.json")
        let generated = configurationSchema(
            rules: RuleDefinition.all.map(\.configurable))
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(generated.utf8).write(to: file)
            Issue.record("the schema was recorded; read it and run again")
        }
        let committed = try String(contentsOf: file, encoding: .utf8)
        #expect(committed == generated, "RECORD=1 writes it")
    }

    @Test(.enabled(if: SchemaJudge.isThere, "python3 lacks jsonschema or PyYAML"))
    func `the schema accepts the files that the decoder accepts`() throws {
        let good = [
            Sample.complete, Sample.custom, "version: 1",
            "version: 1\nrules: { policy-unused: off }",
        ]
        let bad = (Fault.faulty + Fault.custom).filter(\.isForSchema).map(\.text)
        let verdicts = try SchemaJudge.verdicts(
            on: good + bad, schema: configurationSchema(rules: Sample.rules))
        try #require(verdicts.count == good.count + bad.count)
        for (text, verdict) in zip(good + bad, verdicts) {
            #expect(verdict == (good.contains(text) ? "" : "invalid"), "\(text)")
        }
    }
}

/// An independent reader of YAML and of JSON Schema, in Python.
enum SchemaJudge {
    private static let interpreter: String = {
        let own = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/python/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
    }()

    static let isThere = (try? run("import jsonschema, yaml", input: "")) != nil

    /// For each text an empty string if it is valid, else `invalid`.
    static func verdicts(on texts: [String], schema: String) throws -> [String] {
        let input = try JSONSerialization.data(withJSONObject: ["schema": schema, "texts": texts])
        let output = try run(script, input: String(decoding: input, as: UTF8.self))
        let verdicts = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return verdicts as? [String] ?? []
    }

    /// PyYAML reads YAML 1.1, where `off` is false and a date is not a string; editors read YAML
    /// 1.2.
    private static let script = #"""
        import json, re, sys, jsonschema, yaml
        class Core(yaml.SafeLoader):
            yaml_implicit_resolvers = {}
        for tag, pattern in [("null", "~|null|"), ("bool", "true|false"), ("int", "[-+]?[0-9]+"),
                             ("float", "[-+]?[0-9]+[.][0-9]*")]:
            Core.add_implicit_resolver(
                "tag:yaml.org,2002:" + tag, re.compile("^(?:" + pattern + ")$"), None)
        given = json.load(sys.stdin)
        schema = json.loads(given["schema"])
        kind = jsonschema.validators.validator_for(schema)
        kind.check_schema(schema)
        validator = kind(schema)
        print(json.dumps(["" if validator.is_valid(yaml.load(text, Core)) else "invalid"
                          for text in given["texts"]]))
        """#

    private struct Failed: Error {}

    private static func run(_ script: String, input: String) throws -> String {
        let process = Process()
        let (inputPipe, outputPipe) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [interpreter, "-c", script]
        process.standardInput = inputPipe
        process.standardOutput = outputPipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try inputPipe.fileHandleForWriting.close()
        let output = outputPipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return String(decoding: output, as: UTF8.self)
    }
}
