/// A set of ASCII characters.
package struct ASCIISet: Hashable, Sendable {
    private(set) var bits: UInt128

    private init(bits: UInt128) {
        self.bits = bits
    }

    package init() {
        bits = 0
    }

    package init(_ range: ClosedRange<UInt8>) {
        precondition(range.upperBound < 0x80, "an ASCII set contains only ASCII")
        let upTo = UInt128.max >> UInt128(127 - range.upperBound)
        bits = upTo & (UInt128.max << UInt128(range.lowerBound))
    }

    package init(_ byte: UInt8) {
        self.init(byte...byte)
    }

    /// The characters of `text`, which must be ASCII.
    package init(charactersOf text: StaticString) {
        bits = "\(text)".utf8.reduce(0) { $0 | ASCIISet($1).bits }
    }

    package static let all = ASCIISet(bits: .max)
    package static let digits = ASCIISet(0x30...0x39)
    package static let upperCase = ASCIISet(0x41...0x5A)
    package static let lowerCase = ASCIISet(0x61...0x7A)
    /// The characters that `\w` matches and that `\b` treats as parts of words.
    package static let word =
        digits.union(upperCase).union(lowerCase).union(ASCIISet(charactersOf: "_"))

    package var isEmpty: Bool { bits == 0 }
    package var count: Int { bits.nonzeroBitCount }
    /// The smallest member.
    package var first: UInt8? { bits == 0 ? nil : UInt8(bits.trailingZeroBitCount) }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && (bits >> UInt128(byte)) & 1 == 1
    }

    package func isSubset(of other: ASCIISet) -> Bool { bits & ~other.bits == 0 }
    package func union(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits | other.bits) }
    package func intersection(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits & other.bits) }
    package func subtracting(_ other: ASCIISet) -> ASCIISet { ASCIISet(bits: bits & ~other.bits) }
    package var inverse: ASCIISet { ASCIISet(bits: ~bits) }

    /// The set with the other case of each of its letters added.
    var ignoringCase: ASCIISet {
        let down = bits & Self.upperCase.bits
        let up = bits & Self.lowerCase.bits
        return ASCIISet(bits: bits | down << 32 | up >> 32)
    }
}

extension ASCIISet: Sequence {
    /// Iterates over the members, ascending.
    package struct Iterator: IteratorProtocol {
        var rest: ASCIISet

        package mutating func next() -> UInt8? {
            guard let first = rest.first else { return nil }
            rest.bits &= rest.bits - 1
            return first
        }
    }

    package func makeIterator() -> Iterator { Iterator(rest: self) }
}
