import Foundation
import Testing

@testable import Configuration

@Suite struct BaselineFileTests {
    private static let one = String(repeating: "0a", count: 16)
    private static let two = String(repeating: "f1", count: 16)

    @Test func `the file is sorted, with one entry a line`() {
        let file = BaselineFile([
            BaselineEntry(fingerprint: Self.two, rule: "b", path: "b.yaml", count: 1),
            BaselineEntry(fingerprint: Self.two, rule: "b", path: "a.yaml", count: 1),
            BaselineEntry(fingerprint: Self.one, rule: "b", path: "b.yaml", count: 3),
        ])
        #expect(
            file.text == """
                {
                  "version": 1,
                  "findings": [
                    { "path": "a.yaml", "rule": "b", "fingerprint": "\(Self.two)", "count": 1 },
                    { "path": "b.yaml", "rule": "b", "fingerprint": "\(Self.one)", "count": 3 },
                    { "path": "b.yaml", "rule": "b", "fingerprint": "\(Self.two)", "count": 1 }
                  ]
                }

                """)
        #expect(BaselineFile([]).text == "{\n  \"version\": 1,\n  \"findings\": []\n}\n")
    }

    @Test(arguments: [
        "a.yaml", "größer 🚀.yaml", "a\"b\\c.yaml", "a\tb\n\u{1B}[0m.yaml", "a\u{85}\u{2028}b",
        "cafe\u{301}",
    ]) func `written baselines can be read again`(_ path: String) throws {
        let entry = BaselineEntry(fingerprint: Self.one, rule: "b", path: path, count: 2)
        let text = BaselineFile([entry]).text
        let read = try BaselineFile(Array(text.utf8), path: "b.json").entries
        #expect(read.map { Array($0.path.utf8) } == [Array(path.utf8)])
        #expect(read == [entry])
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect((json?["findings"] as? [[String: Any]])?.first?["path"] as? String == path)
    }

    @Test(arguments: [
        ("", "b.json:1:1: expected one YAML document, found 0"),
        ("{", "b.json:1:2: "),
        ("{}", "b.json:1:1: the key `version` is missing"),
        (
            #"{"version": 2, "findings": []}"#,
            "b.json:1:13: version 2 of the format is unknown; this program reads version 1"
        ),
        (
            "{\"version\": 1,\n\"findings\": [{ \"path\": \"a\", \"rule\": \"b\", "
                + "\"fingerprint\": \"x\", \"count\": 1 }]}",
            "b.json:2:57: expected a fingerprint: 32 hexadecimal digits, found `x`"
        ),
        (
            "{\"version\": 1,\n\"findings\": [{ \"path\": \"a\", \"rule\": \"b\", "
                + "\"fingerprint\": \"\(one)\", \"count\": 0 }]}",
            "b.json:2:102: expected a number from 1 on, found `0`"
        ),
        (
            #"{"version": 1, "finding": []}"#,
            "b.json:1:1: the key `findings` is missing\n"
                + "b.json:1:16: unknown key `finding`; did you mean `findings`?"
        ),
    ]) func `an error has its location`(_ text: String, _ message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try BaselineFile(Array(text.utf8), path: "b.json")
        }
        let description = error?.description ?? ""
        #expect(description.hasPrefix(message))
    }

    @Test func `the committed schema is the generated one`() throws {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/schema/baseline-v1.schema.json")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(BaselineFile.schema.utf8).write(to: file)
            Issue.record("the schema was recorded; read it and run again")
        }
        let committed = try String(contentsOf: file, encoding: .utf8)
        #expect(committed == BaselineFile.schema, "RECORD=1 writes it")
    }
}
