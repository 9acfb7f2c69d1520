/// The line hashes by which GitHub code scanning recognizes an alert after its line has moved.
///
/// They equal `primaryLocationLineHash` of the platform's upload action: a polynomial over the 100
/// UTF-16 units from the line's start, without blanks and tabs and with LF for every line break,
/// then `:` and the number of occurrences of this hash in the file so far.
package struct LineHashes {
    private static let blockLength = 100
    private static let base: UInt64 = 37
    private static let baseToBlockLength = (0..<blockLength).reduce(UInt64(1)) { power, _ in
        power &* base
    }

    private let wanted: Set<Int>
    private var hashes: [Int: String] = [:]
    private var occurrences: [UInt64: Int] = [:]
    /// The polynomial over all units so far; a block's hash is the difference of two of them.
    private var prefixHash: UInt64 = 0
    private var unitCount = 0
    /// The start of each line, in units, and the prefix hash there.
    private var lineStarts: [(unit: Int, prefixHash: UInt64)] = []
    private var hashedLineCount = 0
    private var isAtLineStart = true

    private init(wanted: Set<Int>) {
        self.wanted = wanted
    }

    /// The hashes of the lines with the given numbers, which count from 1 as in `LineIndex`.
    ///
    /// Numbers beyond the last line have no hash. A byte-order mark counts as a unit.
    /// Cost: one pass over `bytes`, up to a little after the last wanted line.
    package static func hashes(ofLines wanted: Set<Int>, in bytes: [UInt8]) -> [Int: String] {
        guard let last = wanted.max() else { return [:] }
        var pass = LineHashes(wanted: wanted)
        var followsReturn = false
        for unit in String(decoding: bytes, as: UTF8.self).utf16 {
            defer { followsReturn = unit == 0x0D }
            if unit == 0x20 || unit == 0x09 || (unit == 0x0A && followsReturn) { continue }
            pass.append(unit == 0x0D ? 0x0A : unit)
            if pass.hashedLineCount >= last { return pass.hashes }
        }
        pass.append(0xFFFF)
        for _ in 1..<blockLength { pass.append(0) }
        return pass.hashes
    }

    private mutating func append(_ unit: UInt16) {
        if isAtLineStart { lineStarts.append((unitCount, prefixHash)) }
        isAtLineStart = unit == 0x0A
        prefixHash = prefixHash &* Self.base &+ UInt64(unit)
        unitCount += 1
        // At most one block ends here, because every line start is a unit of its own.
        if lineStarts[hashedLineCount...].first?.unit == unitCount - Self.blockLength {
            hashNextLine()
        }
    }

    private mutating func hashNextLine() {
        let before = lineStarts[hashedLineCount].prefixHash
        let hash = prefixHash &- before &* Self.baseToBlockLength
        hashedLineCount += 1
        occurrences[hash, default: 0] += 1
        if wanted.contains(hashedLineCount) {
            hashes[hashedLineCount] =
                "\(String(hash, radix: 16)):\(occurrences[hash, default: 1])"
        }
    }
}
