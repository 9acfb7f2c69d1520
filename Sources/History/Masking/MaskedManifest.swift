import Crypto
import ManifestFacts
import SourceText

/// A manifest apart from the tags and digests in it: most commits of a GitOps repository change
/// nothing else.
struct MaskedManifest {
    /// A digest of everything in a manifest that decides which images run where, but its tags and
    /// digests.
    typealias Shape = SHA256Digest

    /// The tags and digests, in the order of the text.
    let values: [String]
    let shape: Shape
    private let spans: [ValueSpan]
    private let source: [UInt8]

    /// - Parameter isThorough: Whether every field counts.
    init(_ manifest: ParsedManifest, _ facts: FileFacts, isThorough: Bool) {
        source = facts.source
        spans = ValueSpan.spans(in: facts)
        values = spans.map { String(decoding: facts.source[$0.span.range], as: UTF8.self) }
        let structure = ManifestStructure(
            of: manifest, facts, without: spans.map(\.span), isThorough: isThorough)
        let kinds = spans.map { $0.isDigest ? UInt8(ascii: "d") : UInt8(ascii: "t") }
        shape = SHA256.hash(data: kinds + [0] + structure.text)
    }

    /// The text with placeholders for the values, numbered from `first`.
    func text(numberedFrom first: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(source.count)
        var end = 0
        for (number, span) in spans.enumerated() {
            text += source[end..<span.span.lowerBound]
            text += Placeholder.text(first + number, isDigest: span.isDigest).utf8
            end = span.span.upperBound
        }
        return text + source[end...]
    }
}

/// A tag or digest of a manifest.
struct ValueSpan: Hashable {
    let span: SourceSpan
    let isDigest: Bool
}
