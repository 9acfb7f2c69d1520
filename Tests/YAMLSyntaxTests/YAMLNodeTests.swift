import SourceText
import Testing
import YAMLSyntax

@Suite struct YAMLNodeTests {
    private func root(_ text: String) throws -> YAMLNode {
        try #require(try YAMLStream(Array(text.utf8)).documents.first).root
    }

    private func source(_ span: SourceSpan, in text: String) -> String {
        String(decoding: Array(text.utf8)[span.range], as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", "v: a:1 # c\n", "a:1", "a:1"),
        ("single-quoted", "v: 'it''s'\n", "it's", "'it''s'"),
        ("double-quoted", "v: \"a\\tb\"\n", "a\tb", "\"a\\tb\""),
        ("behind multi-byte text", "é🚀: ü\nv: a:1\n", "a:1", "a:1"),
        ("behind a byte-order mark", "\u{FEFF}v: a:1\n", "a:1", "a:1"),
        ("behind CRLF", "w: 1\r\nv: a:1\r\n", "a:1", "a:1"),
        ("behind an anchor and a tag", "v: &x !!str a:1\n", "a:1", "a:1"),
        ("over two lines", "v: one\n  two\n", "one two", "one\n  two"),
        ("in JSON", "{\"v\": \"a:1\"}", "a:1", "\"a:1\""),
        ("empty", "v:\nw: 1\n", "", ""),
    ])
    func `a scalar has its text and span`(
        name: String, text: String, value: String, written: String
    ) throws {
        let node = try #require(try root(text)["v"])
        #expect(node.text == value)
        #expect(source(node.span, in: text) == written)
    }

    @Test func `the span of the text excludes quotes`() throws {
        let text = "v: \"a:1\"\n"
        let span = try #require(try root(text)["v"]?.textSpan)
        #expect(source(span, in: text) == "a:1")
        #expect(try root("v: \"a\\x31\"\n")["v"]?.textSpan == nil)
    }

    @Test func `UTF-16 is decoded`() throws {
        var little: [UInt8] = [0xFF, 0xFE]
        var big: [UInt8] = [0xFE, 0xFF]
        for unit in "v: é\n".utf16 {
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        for bytes in [little, big] {
            let stream = try YAMLStream(bytes)
            #expect(stream.documents.first?.root["v"]?.text == "é")
        }
    }

    @Test func `aliases and merges resolve to their targets`() throws {
        let root = try root("a: &x {n: 1}\nb: *x\nc: {<<: *x, m: 2}\nd: {<<: [*x]}\n")
        #expect(root[path: "b", "n"]?.text == "1")
        #expect(root[path: "c", "n"]?.text == "1")
        #expect(root[path: "d", "n"]?.text == "1")
        #expect(root["b"]?.kind == .alias)
    }

    @Test func `a later anchor of the same name wins`() throws {
        let root = try root("a: &x 1\nb: &x 2\nc: *x\n")
        #expect(root["c"]?.text == "2")
    }

    @Test func `a mapping that merges itself does not loop`() throws {
        #expect(try root("&a {<<: *a}")["n"] == nil)
    }

    @Test func `aliases are not expanded`() throws {
        var text = "a0: &a0 [x]\n"
        for level in 1...60 {
            let reference = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(reference),\(reference),\(reference)]\n"
        }
        let stream = try YAMLStream(Array(text.utf8))
        #expect(stream.documents.count == 1)
    }

    @Test func `the first of two equal keys is used`() throws {
        #expect(try root("v: 1\nv: 2\n")["v"]?.text == "1")
    }

    @Test func `documents with only comments are counted`() throws {
        let stream = try YAMLStream(Array("a: 1\n---\n# only\n---\n- b\n".utf8))
        #expect(stream.documents.count == 3)
        #expect(stream.documents.last?.root.kind == .sequence)
    }

    @Test func `a template does not parse`() {
        #expect(throws: YAMLError.self) { try YAMLStream(Array("{{- if .x }}\na: 1\n".utf8)) }
    }

    @Test func `errors have a reason and a location`() {
        #expect(throws: YAMLError(reason: .unknownAnchor(name: "x"), offset: 3)) {
            try YAMLStream(Array("a: *x\n".utf8))
        }
        #expect(throws: YAMLError(reason: .tooDeep(limit: 512), offset: 512)) {
            try YAMLStream(Array(repeating: UInt8(ascii: "["), count: 100_000))
        }
        #expect(throws: YAMLError(reason: .invalidEncoding, offset: 6)) {
            try YAMLStream(Array("abc: ".utf8) + [0xC3, 0x28])
        }
    }
}
