import Explanations
import Reports
import TestSupport
import Testing

@Suite struct PatternExplanationTests {
    struct Answer: Decodable {
        struct Tag: Decodable {
            let tag: String
            let matched: Bool
            let groups: [String?]
            let value: String?
        }
        let valid: Bool
        let error: Fault?
        let groupNames: [String?]
        let tags: [Tag]
    }

    /// The results of Go 1.26's `regexp` for a pattern.
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Result: Decodable {
            let input: String
            let matched: Bool
            let groups: [String?]?
            let expanded: String?
        }
        let name: String
        let pattern: String
        let extract: String
        let valid: Bool
        let subexpNames: [String]?
        let inputs: [String]?
        let results: [Result]?

        var testDescription: String { "\(name) \(pattern)" }
    }

    static let vectors: [Vector] = (try? ConformanceTable.cases(in: "regex.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.vectors.count == 114)
    }

    @Test(arguments: vectors)
    func `tags match as in Go`(_ vector: Vector) throws {
        let explanation = PatternExplanation(
            of: vector.pattern, extract: vector.extract, tags: vector.inputs ?? [])
        let answer = try decoded(Answer.self, explanation)
        #expect(answer.valid == vector.valid)
        #expect(explanation.isValid == vector.valid)
        #expect((answer.error == nil) == vector.valid)
        #expect(answer.groupNames.map { $0 ?? "" } == vector.subexpNames ?? [])
        #expect(answer.tags.map(\.tag) == (vector.valid ? vector.inputs ?? [] : []))
        for (tag, result) in zip(answer.tags, vector.results ?? []) {
            #expect(tag.matched == result.matched)
            #expect(tag.groups == result.groups ?? [])
            let compared = vector.extract.isEmpty ? result.input : result.expanded
            #expect(tag.value == (result.matched ? compared : nil))
        }
    }

    @Test func `the document has exactly the published keys`() {
        let explanation = PatternExplanation(
            of: "^a(?P<n>[0-9])?(b)?", extract: "$n", tags: ["a1", "c"])
        #expect(
            json(explanation) == #"""
                {"command":"explain pattern","error":null,"groupNames":[null,"n",null],"schema":1,\#
                "tags":[{"groups":["a1","1",null],"matched":true,"tag":"a1","value":"1"},\#
                {"groups":[],"matched":false,"tag":"c","value":null}],\#
                "tool":{"name":"sluice","version":"1.2.3"},"valid":true}

                """#)
    }

    @Test func `the offset of an error counts bytes`() throws {
        let answer = try decoded(Answer.self, PatternExplanation(of: "é(b"))
        #expect(answer.error?.offset == 2)
    }

    @Test func `carets are under the fault`() {
        let text = PatternExplanation(of: "^main-[0-9").text(in: .plain)
        #expect(text.hasSuffix("\n  ^main-[0-9\n        ^^^^\n"))
    }

    @Test(arguments: [
        (
            #"^develop-v.*-(?P<ts>[0-9]+)$"#,
            "begin with `develop-v`, and after that end with `-` and digits (the group `ts`)"
        ),
        (
            #"develop-v.*-(?P<ts>[0-9]+)"#,
            "contain `develop-v`, after that contain `-` and digits (the group `ts`)"
        ),
        ("^latest$", "are `latest`"),
        ("latest", "contain `latest` anywhere"),
        ("", "may be anything"),
        ("^.*$", "may be anything"),
        ("^$", "are empty, which no tag is"),
        (#"^v?([0-9]+)\.x$"#, "consist of perhaps `v`, digits and `.x`"),
        ("^(develop|staging)-", "begin with either `develop` or `staging` and `-`"),
        ("^a$|^b", "are `a`; or that begin with `b`"),
        ("-[0-9a-f]{7}$", "end with `-` and 7 hexadecimal digits"),
        ("(?i)^rc-", "begin with `rc` in either case and `-`"),
        ("^[_-]", "begin with one of `-_`"),
        ("^(?:-a[0-9])+$", "consist of (`-a` and a digit) once or more"),
        ("^v(a|b|)$", "consist of `v` and one of `a`, `b` or nothing"),
        ("()", "match the pattern, which is too involved for words"),
        (#"\bfoo"#, "match the pattern, which is too involved for words"),
        (
            #"^a-(\bfoo|b)"#,
            "match the pattern, which is too involved for words; all begin with `a-`"
        ),
    ])
    func `a pattern is described in words`(_ pattern: String, _ words: String) {
        let text = PatternExplanation(of: pattern).text(in: .plain)
        #expect(text.contains("matches  tags that \(words)\n"))
    }

    @Test(arguments: [
        ("$ts", "the group `ts`"), ("$1", "the group `ts`"), ("$0", "what the whole pattern took"),
        ("$2", "the group 2"), ("$ts.$2", "`$ts.$2`, filled in"), ("x", "`x` for every tag"),
        ("$tss", "`$tss`, in which `$tss` is not a group and gives nothing"),
    ])
    func `the extract template is described in words`(_ template: String, _ words: String) {
        let text = PatternExplanation(of: "(?P<ts>[0-9]+)-(x)", extract: template)
            .text(in: .plain)
        #expect(text.contains("compares  \(words)\n"))
    }

    @Test func `tags are shown in columns and do not control the terminal`() {
        let text = PatternExplanation(
            of: "^v(?P<n>[0-9]+)", extract: "$n", tags: ["v1", "v200", "x\u{1B}[31m日"]
        ).text(in: .plain)
        #expect(
            text.hasSuffix(
                """

                     tag            value  n
                yes  v1             1      1
                yes  v200           200    200
                no   x\\u{1B}[31m日

                """))
    }

    @Test func `text is coloured only on request`() {
        let explanation = PatternExplanation(of: "a", tags: ["a", "b"])
        #expect(!explanation.text(in: .plain).contains("\u{1B}"))
        #expect(explanation.text(in: .coloured).contains("\u{1B}[32myes\u{1B}[0m"))
    }
}
