import ManifestFacts
import Testing

@testable import Changes

/// Whether a file differs in nothing but values at markers, byte for byte.
@Suite struct ByteComparisonTests {
    private static let marker = #"# {"$imagepolicy": "flux-system:web:tag"}"#
    private static let text = """
        images:
          - name: ghcr.io/org/web
            newTag: 1.4.1 \(marker)
          - name: other
            newTag: 2.0.0

        """

    private func comparison(_ after: String, from before: String = text) -> ByteComparison {
        ByteComparison(
            from: FileFacts(bytes: Array(before.utf8), role: .kustomization),
            to: FileFacts(bytes: Array(after.utf8), role: .kustomization))
    }

    @Test func `a value at a marker may change`() {
        let result = comparison(Self.text.replacing("1.4.1", with: "1.4.2"))
        #expect(result.differences.isEmpty && Array(result.texts.values) == ["1.4.2"])
        let quoted = comparison(Self.text.replacing("1.4.1", with: "\"1.4\""))
        #expect(quoted.differences.isEmpty && Array(quoted.texts.values) == ["1.4"])
    }

    @Test func `no other byte may change`() {
        let source = Array(Self.text.replacing("1.4.1", with: "1.4.2").utf8)
        let value = Array("1.4.2".utf8)
        let start = source.indices.first { source[$0...].starts(with: value) } ?? 0
        for place in source.indices where !(start..<start + value.count).contains(place) {
            for byte in [UInt8(ascii: "x"), UInt8(ascii: " "), 0x0A] where source[place] != byte {
                var changed = source
                changed[place] = byte
                let result = ByteComparison(
                    from: FileFacts(bytes: Array(Self.text.utf8), role: .kustomization),
                    to: FileFacts(bytes: changed, role: .kustomization))
                #expect(!result.differences.isEmpty, "\(place) \(byte)")
            }
        }
    }

    @Test(arguments: [
        (text.replacing("2.0.0", with: "2.0.1"), 5, "the line changes"),
        (text + "# more\n", 6, "the line is added"),
        (text.replacing("  - name: other\n", with: ""), 4, "is removed"),
        (text.replacing("1.4.1", with: #""1.4\x2e2""#), 3, "the line changes"),
        (text.replacing(":tag\"}", with: ":name\"}"), 3, "the line changes"),
        (text.replacing("1.4.1", with: "&a 1.4.2"), 3, "the line changes"),
    ]) func `each other line is named`(_ after: String, _ line: Int, _ reason: String) {
        let differences = comparison(after).differences
        #expect(differences.first?.line == line)
        #expect(differences.first?.reason.contains(reason) == true, "\(differences)")
    }

    @Test func `quotes that stand there stay`() {
        let quoted = Self.text.replacing("1.4.1", with: "'1.4.1'")
        let result = comparison(Self.text.replacing("1.4.1", with: "1.4.2"), from: quoted)
        #expect(result.differences.map(\.reason) == ["the quotes of the value change"])
    }

    @Test func `a file with many changes has a limit`() {
        let many = (0..<100).map { "key\($0): x\n" }.joined()
        let few = comparison(many.replacing("x", with: "y"), from: many).differences
        #expect(few.count == 21 && few.last?.reason == "80 more lines differ")
        let long = (0..<3000).map { "key\($0): x\n" }.joined()
        let result = comparison(long.replacing("x", with: "y"), from: long).differences
        #expect(result.map(\.reason) == ["3000 lines become 3000 from here on"])
    }
}
