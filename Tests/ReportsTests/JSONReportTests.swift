import Foundation
import TestSupport
import Testing
import Triage

@testable import Reports

@Suite struct JSONReportTests {
    private static func text(_ report: CheckReport) -> String {
        report.rendered(as: .json, options: Sample.options())
    }

    @Test func `the document has exactly the published keys`() {
        #expect(
            Self.text(Sample.complete) == #"""
                {"command":"check","findings":[\#
                {"column":7,"endColumn":18,"endLine":1,"environments":["production"],\#
                "fingerprint":"6e6beb47b938f8cd84457f246bd34e88","fix":null,"line":1,\#
                "message":"no marker follows the policy","object":{"apiVersion":"apps/v1",\#
                "kind":"Deployment","name":"web","namespace":null},"path":"apps/policy.yaml",\#
                "related":[],"rule":"policy-unused","severity":"note","state":"new",\#
                "suppression":null,\#
                "witness":{"environment":"production","tag":"production-v1"}},\#
                {"column":10,"endColumn":15,"endLine":3,"environments":["production"],\#
                "fingerprint":"d72df5ab6093a1e54029512ba263c415","fix":\#
                {"description":"name the tag","edits":[{"column":15,"endColumn":15,"endLine":3,\#
                "line":3,"path":"apps/web.yaml","text":":1.27"}],"safe":true},"line":3,\#
                "message":"image `nginx` has no tag","object":{"apiVersion":"apps/v1",\#
                "kind":"Deployment","name":"web","namespace":null},"path":"apps/web.yaml",\#
                "related":[{"column":7,"line":1,"message":"the policy",\#
                "path":"apps/policy.yaml"}],"rule":"image-untagged","severity":"error",\#
                "state":"new","suppression":null,\#
                "witness":{"environment":"production","tag":"production-v1"}}],\#
                "notChecked":[{"line":3,"path":"a.yaml","reason":"holds a variable",\#
                "rule":"image-untagged"},{"line":null,"path":"b.yaml",\#
                "reason":"does not parse","rule":null}],"schema":1,"source":{"kind":"commit",\#
                "revision":"2d3fcbd0000000000000000000000000000000aa"},"summary":{"baselined":1,\#
                "errors":1,"excluded":0,"files":2,"notChecked":2,"notes":1,"suppressed":2,"warnings":0},\#
                "tool":{"name":"sluice","version":"1.2.3"}}

                """#)
    }

    @Test(
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"),
        arguments: [Sample.complete, Sample.hostile, Sample.empty])
    func `the document is valid by the published schema`(_ report: CheckReport) throws {
        #expect(try Python.schemaErrors(Self.text(report), schema: Python.checkSchema) == "")
    }

    @Test(
        .enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"),
        arguments: [
            "schema", "source", "revision", "notChecked", "baselined", "rule", "endColumn",
            "apiVersion", "witness", "environment", "related", "fingerprint", "state", "safe",
            "text", "reason",
        ])
    func `the schema refuses a renamed key`(_ key: String) throws {
        let renamed = Self.text(Sample.complete)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Python.schemaErrors(renamed, schema: Python.checkSchema).contains("required"))
    }

    @Test(arguments: [Sample.complete, Sample.hostile])
    func `JSON and SARIF do not control the terminal`(
        _ report: CheckReport
    ) {
        for format in [ReportFormat.json, .sarif] {
            let text = report.rendered(as: format, options: Sample.options())
            #expect(text.dropLast().unicodeScalars.allSatisfy { !$0.actsOnTerminals })
        }
    }
}

@Suite struct JSONValueTests {
    @Test func `another reader reads every string back`() throws {
        let text = "\"\\/\u{0}\u{1F}\u{7F}\u{9B}\r\n\té\u{2028}\u{202E}🚀\u{E0001}\u{FFFD}"
        let encoded = JSONValue.object(["k": .array([.string(text)])]).line
        let decoded = try JSONDecoder().decode([String: [String]].self, from: Data(encoded.utf8))
        #expect(decoded["k"]?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func `keys are sorted and slashes stay as they are`() {
        let value: JSONValue = ["b": ["x/y", 1, true, .null], "B": [:], "a": []]
        #expect(value.line == #"{"B":{},"a":[],"b":["x/y",1,true,null]}"# + "\n")
    }

    @Test func `lists of written elements are arrays`() {
        var list = JSONList()
        #expect(JSONValue.object(["l": .list(list)]).line == "{\"l\":[]}\n")
        list.append(["b": 1, "a": [.null]])
        list.append("x")
        #expect(JSONValue.array([.list(list), 2]).line == "[[{\"a\":[null],\"b\":1},\"x\"],2]\n")
    }
}
