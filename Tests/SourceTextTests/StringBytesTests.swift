import SourceText
import Testing

/// Texts whose comparison by bytes differs from that by characters.
@Suite struct StringBytesTests {
    private static let texts = [
        "", "a", "b", "ab", "a/b", "a-b", "a.yaml", "é", "e\u{301}", "z", "ﬃ", "🚀", "a\u{600}.yaml",
        "a text longer than those that stand in their own place",
        "a text longer than those that stand in their own place, and more",
    ]

    @Test(arguments: texts, texts)
    func `comparisons look at bytes`(_ left: String, _ right: String) {
        let (leftBytes, rightBytes) = (Array(left.utf8), Array(right.utf8))
        #expect(left.bytesPrecede(right) == leftBytes.lexicographicallyPrecedes(rightBytes))
        #expect(left.hasSameBytes(as: right) == (leftBytes == rightBytes))
        #expect(
            left.endsInBytes(of: right) == leftBytes.reversed().starts(with: rightBytes.reversed()))
    }

    @Test func `combining marks and forms of letters are told apart`() {
        #expect("é" == "e\u{301}" && !"é".hasSameBytes(as: "e\u{301}"))
        #expect(!"a\u{600}.yaml".hasSuffix(".yaml") && "a\u{600}.yaml".endsInBytes(of: ".yaml"))
    }
}
