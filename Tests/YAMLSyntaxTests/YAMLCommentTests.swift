import Testing
import YAMLSyntax

@Suite struct YAMLCommentTests {
    /// The name of a placement in the table below.
    private func name(_ placement: YAMLCommentPlacement) -> String {
        switch placement {
        case .line(let node): "line \(node.text ?? "?")"
        case .head(let node): "head \(node.text ?? "?")"
        case .aboveValue(let node): "aboveValue \(node.text ?? "?")"
        case .onKeyBeforeValue(let node): "onKeyBeforeValue \(node.text ?? "?")"
        case .aboveKey(let node): "aboveKey \(node.text ?? "?")"
        case .below(let node): "below \(node?.text ?? "nothing")"
        default: "\(placement)"
        }
    }

    /// The comment is `#M`; expectations come from runs of Flux's own setters.
    @Test(arguments: [
        ("v: a:1 #M\n", "line a:1"),
        ("v: 'a:1' #M\n", "line a:1"),
        ("\"v\": a:1 #M\n", "line a:1"),
        ("v: !!str 1 #M\n", "line 1"),
        ("v: &x a:1 #M\n", "line a:1"),
        ("? k\n: a:1 #M\n", "line a:1"),
        ("v:\n  a:1 #M\n", "line a:1"),
        ("v:\n  - a:1 #M\n  - b:1\n", "line a:1"),
        ("v:\n- - a:1 #M\n", "line a:1"),
        ("v:\n  - n: a:1 #M\n", "line a:1"),
        ("v: [\n  \"a:1\", #M\n  \"b:1\"\n]\n", "line a:1"),
        ("v: [\n  a,\n  \"b:1\" #M\n]\n", "line b:1"),
        ("v: {\n  n: \"b:1\", #M\n  m: 2\n}\n", "line b:1"),
        ("v: |- #M\n  a:1\n", "line a:1"),
        ("v: one\n  two #M\n", "line one two"),
        ("#M\nv: a:1\n", "aboveKey v"),
        ("w: 1\n#M\nv: a:1\n", "aboveKey v"),
        ("v: a:1\n#M\n", "below a:1"),
        ("v: \"a:1\"\n   #M\n", "below a:1"),
        ("v: a:1\n#M\n\nw: 1\n", "below a:1"),
        ("v: #M\n", "onKeyWithoutValue"),
        ("v: #M\nw: 1\n", "onKeyWithoutValue"),
        ("v: #M\n  a:1\n", "onKeyBeforeValue a:1"),
        ("v:\n  #M\n  a:1\n", "aboveValue a:1"),
        ("v:\n  #M\n  - a:1\n  - b:1\n", "head a:1"),
        ("v:\n  - a:1\n  #M\n  - b:1\n", "head b:1"),
        ("v:\n  - a:1\n  #M\n\n  - b:1\n", "below a:1"),
        ("v:\n  - #M\n    a:1\n", "head a:1"),
        ("- #M\n  a: 1\n", "aboveCollectionItem"),
        ("#M\n- name: x\n", "aboveCollectionItem"),
        ("v: {n: a:1, m: 2} #M\n", "onCollection"),
        ("v: [a:1] #M\n", "onCollection"),
        ("v: {} #M\n", "onCollection"),
        ("a: #M\n  b: a:1\n", "onKeyOfCollection"),
        ("args: #M\n- a\n", "onKeyOfCollection"),
        ("b: &x a:1\nc: *x #M\n", "onAlias"),
        ("a: 1\n--- #M\nb: 1\n", "onDocumentMarker"),
        ("? k #M\n: a:1\n", "undetermined"),
        ("v: é #M\n", "line é"),
        ("v: a:1 #M\r\nw: 2\r\n", "line a:1"),
    ])
    func `comments are attached as in go-yaml`(text: String, expected: String) throws {
        let stream = try YAMLStream(Array(text.utf8))
        let blocks = stream.blocks(of: stream.comments)
        let block = try #require(blocks.first)
        #expect(name(block.placement) == expected)
    }

    @Test(arguments: [
        "v: 'a #M'\n", "v: \"a #M\"\n", "v: |\n  a #M\n", "v: a#M\n", "v: one\n  two#M\n",
        "v: >\n  x\n\n  #M\n",
    ])
    func `a hash in a text is not a comment`(text: String) throws {
        #expect(try YAMLStream(Array(text.utf8)).comments.isEmpty)
    }

    @Test func `comments on adjacent lines are one block`() throws {
        let stream = try YAMLStream(Array("v:\n  # note\n  #M\n  - a:1 # x\n".utf8))
        #expect(stream.blocks(of: stream.comments).map(\.comments.count) == [2, 1])
    }
}
