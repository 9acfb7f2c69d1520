import Foundation
import Testing
import Triage

@testable import Reports

@Suite struct JSONReportTests {
    private static let schema = Python.packageRoot
        .appending(path: "docs/schema/check-v1.schema.json")

    private static func text(_ report: CheckReport) -> String {
        report.rendered(as: .json, options: Sample.options())
    }

    @Test func documentHasExactlyThePublishedKeys() {
        #expect(Self.text(Sample.complete) == "@@")
    }

    @Test(
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"),
        arguments: [Sample.complete, Sample.hostile, Sample.empty])
    func documentIsValidByThePublishedSchema(_ report: CheckReport) throws {
        #expect(try Python.schemaErrors(Self.text(report), schema: Self.schema) == "")
    }

    @Test(
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"),
        arguments: [
            "schema", "source", "revision", "notChecked", "baselined", "rule", "endColumn",
            "apiVersion", "witness", "environment", "related", "fingerprint", "state", "safe",
            "text", "reason",
        ])
    func schemaRefusesARenamedKey(_ key: String) throws {
        let renamed = Self.text(Sample.complete)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Python.schemaErrors(renamed, schema: Self.schema).contains("required"))
    }

    @Test(arguments: [Sample.complete, Sample.hostile]) func nothingActsOnATerminal(
        _ report: CheckReport
    ) {
        for format in [ReportFormat.json, .sarif] {
            let text = report.rendered(as: format, options: Sample.options())
            #expect(text.dropLast().unicodeScalars.allSatisfy { !$0.actsOnTerminals })
        }
    }
}

@Suite struct JSONValueTests {
    @Test func everyStringComesBackFromAnotherReader() throws {
        let text = "\"\\/\u{0}\u{1F}\u{7F}\u{9B}\r\n\té\u{2028}\u{202E}🚀\u{E0001}\u{FFFD}"
        let encoded = JSONValue.object(["k": .array([.string(text)])]).text
        let decoded = try JSONDecoder().decode([String: [String]].self, from: Data(encoded.utf8))
        #expect(decoded["k"]?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func keysAreSortedAndSlashesStayAsTheyAre() {
        let value: JSONValue = ["b": ["x/y", 1, true, .null], "B": [:], "a": []]
        #expect(value.text == #"{"B":{},"a":[],"b":["x/y",1,true,null]}"#)
    }
}
