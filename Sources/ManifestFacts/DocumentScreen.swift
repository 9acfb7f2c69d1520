import SourceText

/// A cheap search for the documents of a text that cannot contain any fact.
///
/// Bundles of CustomResourceDefinitions are most of the bytes of many repositories, and their
/// schemas contain the word `image:`.
enum DocumentScreen {
    /// The parts of `source` that are CustomResourceDefinitions, as whole lines.
    ///
    /// None where the text mentions a marker: a fault anywhere in it hides that from Flux.
    static func documentsWithoutFacts(in source: [UInt8]) -> [SourceSpan] {
        guard source.count >= smallestBundle, source.contains(word: definition),
            !source.contains(word: markerWord), !source.contains(word: directive)
        else { return [] }
        var spans: [SourceSpan] = []
        var start = 0
        while start < source.count {
            let end = nextDocument(in: source, after: start)
            if isDefinition(source[start..<end]) {
                if let last = spans.last, last.upperBound == start {
                    spans[spans.count - 1] = SourceSpan(last.lowerBound, end)
                } else {
                    spans.append(SourceSpan(start, end))
                }
            }
            start = end
        }
        return spans
    }

    /// A text smaller than that is parsed as fast as it is looked at.
    private static let smallestBundle = 2048
    private static let definition = Array("\nkind: CustomResourceDefinition".utf8)
    private static let markerWord = Array("$imagepolicy".utf8)
    /// A line of that beginning belongs to the document below it.
    private static let directive = Array("\n%".utf8)
    private static let separator = Array("\n---".utf8)

    /// The offset of the next line `---`, which no scalar may contain.
    private static func nextDocument(in source: [UInt8], after start: Int) -> Int {
        var start = start
        while let found = source.offset(of: separator, from: start) {
            let end = found + separator.count
            if end == source.count || " \t\r\n".utf8.contains(source[end]) { return found + 1 }
            start = end
        }
        return source.count
    }

    /// Whether the first two keys say so: what follows them cannot take that back.
    private static func isDefinition(_ document: ArraySlice<UInt8>) -> Bool {
        let lines = document.prefix(linesLimit).lazy.split(separator: UInt8(ascii: "\n"))
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
            .filter { line in
                !line.isEmpty && line.first != UInt8(ascii: "#") && !line.elementsEqual("---".utf8)
                    && !line.starts(with: "--- #".utf8)
            }
        return lines.prefix(2).allSatisfy { line in
            line.elementsEqual("kind: CustomResourceDefinition".utf8)
                || line.starts(with: "apiVersion: apiextensions.k8s.io/".utf8)
        } && lines.prefix(2).contains { $0.first == UInt8(ascii: "k") }
    }

    /// Licences are above some definitions.
    private static let linesLimit = 4096
}
