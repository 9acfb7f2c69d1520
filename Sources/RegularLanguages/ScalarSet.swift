/// The code points that one character of a pattern matches.
///
/// ASCII is precomputed as a bit set; other code points are tested one at a time, so that `\p{L}`
/// is free until a text contains an `é`.
package struct ScalarSet: Hashable, Sendable {
    /// Ascending, neither overlapping nor touching.
    private let ranges: [ClosedRange<UInt32>]
    private let classes: [ScalarClass]
    private let ignoresCase: Bool
    private let isNegated: Bool
    package let ascii: ASCIISet

    /// The union of `ranges` and `classes`, or its complement if it `isNegated`.
    ///
    /// If case is ignored, a negated class includes the other cases of its members before the
    /// complement is taken, as in Go's `regexp/syntax`.
    init(
        ranges: [ClosedRange<UInt32>], classes: [ScalarClass] = [], ignoresCase: Bool,
        isNegated: Bool = false
    ) {
        self.ranges = Self.normalized(ranges)
        self.classes = classes
        self.ignoresCase = ignoresCase
        self.isNegated = isNegated
        var ascii = Self.ascii(of: self.ranges, ignoringCase: ignoresCase)
        for item in classes { ascii = ascii.union(item.ascii(ignoringCase: ignoresCase)) }
        self.ascii = isNegated ? ascii.inverse : ascii
    }

    init(_ point: UInt32, ignoresCase: Bool) {
        self.init(ranges: [point...point], ignoresCase: ignoresCase)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ascii)
        // Most sets differ in ASCII only.
        guard reachesBeyondASCII else { return }
        hasher.combine(ranges)
        hasher.combine(classes)
        hasher.combine(isNegated)
    }

    static let all = ScalarSet(ranges: [0...0x10FFFF], ignoresCase: false)
    static let allButNewline = ScalarSet(
        ranges: [0x0A...0x0A], ignoresCase: false, isNegated: true)

    package func contains(_ point: UInt32) -> Bool {
        if point < 0x80 { return ascii.contains(UInt8(point)) }
        let variants = ignoresCase ? CaseFolding.variants(of: point) : [point]
        let isListed = variants.contains { Self.contains($0, in: ranges) }
        return (isListed || classes.contains { $0.contains(anyOf: variants) }) != isNegated
    }

    /// Whether a script decides about members, of which those beyond ASCII are not known.
    var namesScript: Bool {
        classes.contains { if case .script = $0.kind { true } else { false } }
    }

    /// Whether a code point beyond ASCII may be a member.
    var reachesBeyondASCII: Bool {
        isNegated || !classes.isEmpty || ignoresCase || (ranges.last?.upperBound ?? 0) >= 0x80
    }

    private static func contains(_ point: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < point { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(point)
    }

    private static func normalized(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        guard ranges.count > 1 else { return ranges }
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                let upper = max(last.upperBound, range.upperBound)
                result[result.count - 1] = last.lowerBound...upper
            } else {
                result.append(range)
            }
        }
        return result
    }

    private static func ascii(
        of ranges: [ClosedRange<UInt32>], ignoringCase: Bool
    ) -> ASCIISet {
        var result = ASCIISet()
        for range in ranges where range.lowerBound < 0x80 {
            let upper = UInt8(min(range.upperBound, 0x7F))
            result = result.union(ASCIISet(UInt8(range.lowerBound)...upper))
        }
        guard ignoringCase else { return result }
        for (point, letters) in CaseFolding.beyondASCII where contains(point, in: ranges) {
            result = result.union(letters)
        }
        return result.ignoringCase
    }
}

extension ScalarSet {
    init(_ set: ASCIISet) {
        self.init(
            ranges: [], classes: [ScalarClass(kind: .ascii(set), isNegated: false)],
            ignoresCase: false)
    }
}
