import Testing

@testable import History

/// Placeholders for tags and digests.
@Suite struct PlaceholderTests {
    private static let tag = Placeholder.text(7, isDigest: false)
    private static let digest = Placeholder.text(12, isDigest: true)

    @Test(
        arguments: [
            ("", [.text("")]), ("1.2.3", [.text("1.2.3")]), (tag, [.value(7)]),
            (digest, [.value(12)]), ("app:\(tag)0", [.text("app:"), .value(7), .text("0")]),
            ("\(tag)@\(digest)", [.value(7), .text("@"), .value(12)]),
            ("\(digest) \(tag)", [.value(12), .text(" "), .value(7)]),
            ("__sluice_value_", [.text("__sluice_value_")]),
        ] as [(String, [Placeholder.Piece])])
    func `they are found wherever they are`(_ text: String, _ pieces: [Placeholder.Piece]) {
        #expect(Placeholder.pieces(of: text) == pieces)
    }

    @Test func `a digest looks like one`() {
        #expect(Self.digest.wholeMatch(of: /sha256:[0-9a-f]{64}/) != nil)
    }
}
