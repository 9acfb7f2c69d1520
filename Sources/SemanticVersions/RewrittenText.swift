import SourceText

/// The text of a constraint with its hyphen ranges expanded, and the origin of each byte.
struct RewrittenText {
    private(set) var bytes: [UInt8]
    /// For each byte, an offset in the original text.
    private var sources: [Int]
    private let sourceCount: Int

    /// Replaces every `A - B` by `>= A, <= B `.
    ///
    /// Ranges are found from left to right in the original text. Each replaces the first text that
    /// looks like it, which is another one only if an earlier, longer text contains a copy.
    /// Source: Masterminds/semver v3.5.0, `rewriteRange`.
    init(rewritingHyphensIn text: String) {
        let source = Array(text.utf8)
        bytes = source
        sources = Array(source.indices)
        sourceCount = source.count
        guard source.contains(UInt8(ascii: "-")) else { return }
        var offset = 0
        while offset < source.count {
            guard let range = HyphenRange(source, at: offset) else {
                offset += 1
                continue
            }
            replaceFirst(source[range.range], with: range)
            offset = range.range.upperBound
        }
    }

    private mutating func replaceFirst(_ written: ArraySlice<UInt8>, with range: HyphenRange) {
        guard let place = bytes.firstRange(of: written) else { return }
        var replacement: [(byte: UInt8, source: Int)] = []
        func append(_ text: String, at source: Int) {
            replacement += text.utf8.map { ($0, source) }
        }
        func append(_ version: Range<Int>) {
            replacement += version.map { (written[$0], $0) }
        }
        append(">= ", at: range.lower.lowerBound)
        append(range.lower)
        append(", <= ", at: range.upper.lowerBound)
        append(range.upper)
        append(" ", at: range.upper.upperBound)
        bytes.replaceSubrange(place, with: replacement.map(\.byte))
        sources.replaceSubrange(place, with: replacement.map(\.source))
    }

    /// The ranges between `||`, from left to right.
    func rangesBetweenDoubleBars() -> [Range<Int>] {
        bytes.split(separator: Array("||".utf8), omittingEmptySubsequences: false).map(\.indices)
    }

    func sourceRange(_ range: Range<Int>) -> Range<Int> {
        let start = range.lowerBound < sources.count ? sources[range.lowerBound] : sourceCount
        guard !range.isEmpty else { return start..<start }
        return start..<max(start, min(sources[range.upperBound - 1] + 1, sourceCount))
    }
}

/// Two versions with a hyphen between blanks, as in `1.2 - 2.0`, and the blanks around them.
private struct HyphenRange {
    let range: Range<Int>
    let lower: Range<Int>
    let upper: Range<Int>

    init?(_ bytes: [UInt8], at start: Int) {
        func skipBlanks(_ offset: Int) -> Int {
            bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
        }
        guard let lower = ScannedVersion(bytes[skipBlanks(start)...])?.range else { return nil }
        let hyphen = skipBlanks(lower.upperBound)
        guard hyphen > lower.upperBound, hyphen < bytes.count, bytes[hyphen] == UInt8(ascii: "-")
        else { return nil }
        let rest = skipBlanks(hyphen + 1)
        guard rest > hyphen + 1, let upper = ScannedVersion(bytes[rest...])?.range else {
            return nil
        }
        self.lower = lower
        self.upper = upper
        range = start..<skipBlanks(upper.upperBound)
    }
}

/// The longest prefix that has the form of a version in a constraint.
struct ScannedVersion {
    /// Includes the `v`.
    let range: Range<Int>
    /// One to three ranges.
    let parts: [Range<Int>]
    /// Includes the `-`; empty if there is none.
    let preRelease: Range<Int>

    /// Reads from the start of `bytes`; nil if no version begins there.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
        var parts: [Range<Int>] = []
        while parts.count < 3 {
            if !parts.isEmpty {
                guard rest.first == UInt8(ascii: ".") else { break }
            }
            let candidate = rest.dropFirst(parts.isEmpty ? 0 : 1)
            let part = candidate.prefix { $0.isDigit || "|xX*".utf8.contains($0) }
            guard !part.isEmpty else { break }
            parts.append(part.indices)
            rest = rest[part.endIndex...]
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
        preRelease = Self.suffix(of: rest, after: "-")
        rest = rest[preRelease.upperBound...]
        range = bytes.startIndex..<Self.suffix(of: rest, after: "+").upperBound
    }

    /// The range of `character` and the identifiers after it; empty if there are none.
    private static func suffix(
        of bytes: ArraySlice<UInt8>, after character: Unicode.Scalar
    ) -> Range<Int> {
        let start = bytes.startIndex
        guard bytes.first == UInt8(ascii: character) else { return start..<start }
        var rest = bytes.dropFirst()
        var end = start
        while true {
            let identifier = rest.prefix(while: \.isIdentifier)
            guard !identifier.isEmpty else { return start..<end }
            end = identifier.endIndex
            guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ".") else { return start..<end }
            rest = bytes[(end + 1)...]
        }
    }
}
