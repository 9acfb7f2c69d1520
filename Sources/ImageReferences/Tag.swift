import SourceText

/// The tag of an image: a name that the registry may move to another image at any time.
///
/// Grammar: `[A-Za-z0-9_][A-Za-z0-9._-]{0,127}` (OCI distribution specification).
package struct Tag: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static let maximumLength = 128

    package var isValid: Bool { Self.problem(in: Array(text.utf8)[...]) == nil }

    package var isLatest: Bool { text == "latest" }

    static func problem(in tag: ArraySlice<UInt8>) -> ReferenceProblem? {
        guard let first = tag.first else {
            return ReferenceProblem(.emptyTag, at: tag.indices)
        }
        let illegal = firstIllegal(in: tag, part: .tag) {
            $0.isLower || $0.isUpper || $0.isDigit || "._-".utf8.contains($0)
        }
        if let illegal { return illegal }
        if ".-".utf8.contains(first) {
            return firstIllegal(in: tag.prefix(1), part: .tag) { _ in false }
        }
        guard tag.count > maximumLength else { return nil }
        return ReferenceProblem(
            .tagTooLong(count: tag.count, limit: maximumLength), at: tag.indices)
    }
}
