import SourceText
import Testing

@testable import YAMLSyntax

/// Updates that only replace words are not parsed again; these tests parse them, to compare.
@Suite struct WordSwapTests {
    /// `%` is replaced by a scalar.
    private static let texts = [
        "a: %\n", "a: %", "a: '%'\n", "a: \"%\" # b\n", "- %\n- c\n", "- - %\n", "- a: %\n  b: c\n",
        "%\n", "--- %\n", "a:\n  %\n", "a: &x %\nb: *x\n", "a: !!str %\n", "a: !b '%'\n",
        "a: % # {\"$imagepolicy\": \"b:c\"}\n", "a: %\r\nb: c\r\n", "a: %\n---\nb: c\n",
        "? a\n: %\n", "? %\n: a\n", "%: a\n", "{a: %}\n", "[%, b]\n", "a: [{b: %}]\n",
        "a: |\n  %\n", "a: >-\n  %\n", "a: % c\n", "a: c %\n", "a:\n  - %\n  -\tb\n", "a: b\n...\n",
    ]
    private static let words = [
        "1.2", "v1.0.0", "a:b", "ghcr.io/org/app:1.0@sha256:0a", "registry:5000/app", "a/b", "x+y",
        "1:30", "1e3", "0x1F", "true", "y", "null", "~", "a#b", "#b", "a #b", "a: b", "a:", ":a",
        "-a", "a-", "- a", "a,b", "a]b", "{a}", "'a'", "a'b", "a\"b", "a\\b", "%a", "@a", "&a",
        "*a",
        "!a", "|", "é", "", " a", "...", "---", "1_000", "2026-11-22", "<<", "=",
    ]

    @Test(arguments: texts)
    func `a word swap changes only its scalar`(text: String) throws {
        for old in Self.words {
            let source = Array(text.replacing("%", with: old).utf8)
            guard let stream = try? YAMLStream(source) else { continue }
            for index in stream.tree.rows.indices {
                let node = YAMLNode(tree: stream.tree, index: index)
                for new in Self.words where node.isWordSwap(new) {
                    let edits = try node.edits(replacingTextBy: new)
                    let after = try source.applying(edits)
                    let result = try YAMLStream(after)
                    #expect(result.hasReplaced([node: new]), "\(text) \(old) \(new)")
                    #expect(edits.map(\.replacement).allSatisfy { $0.contains(new) })
                }
            }
        }
    }

    @Test func `values at markers are word swaps`() throws {
        for text in ["a: %", "a: '%' # b", "- \"%\"", "a: &x %\nb: *x"] {
            let source = Array(text.replacing("%", with: "org/app:v1.0.0").utf8)
            let tree = try YAMLStream(source).tree
            let swaps = tree.rows.indices.filter {
                YAMLNode(tree: tree, index: $0).isWordSwap("org/app:v1.1.0@sha256:0a")
            }
            #expect(swaps.count == 1, "\(text)")
        }
    }

    @Test(arguments: ["{a: %}", "[%]", "a: |\n  %", "%: a", "a: % b"])
    func `other scalars are not word swaps`(text: String) throws {
        let tree = try YAMLStream(Array(text.replacing("%", with: "v1").utf8)).tree
        for index in tree.rows.indices {
            let node = YAMLNode(tree: tree, index: index)
            guard node.text?.contains("v1") == true else { continue }
            #expect(!node.isWordSwap("v2"), "\(text)")
        }
    }

    @Test(arguments: ["1.2", "true", "a: b", "a:", "-a", "a,b", "a #b", "é", ""])
    func `other texts are not word swaps`(new: String) throws {
        let tree = try YAMLStream(Array("a: v1".utf8)).tree
        #expect(!YAMLNode(tree: tree, index: 2).isWordSwap(new))
    }
}
