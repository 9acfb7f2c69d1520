import SourceText

/// The digest of an image, by which a reference is immutable.
///
/// ```
/// digest = ("sha256" | "sha384" | "sha512") ":" lower-case hexadecimal digits
/// ```
/// Container runtimes support these algorithms only (opencontainers/go-digest).
package struct Digest: Hashable, Sendable {
    package let algorithm: String
    /// In lower case; its length depends on the algorithm.
    package let hexadecimal: String

    /// Returns nil if `text` is not a valid digest; `ImageReference.problems` has the reason.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard Self.problem(in: bytes[...]) == nil else { return nil }
        let colon = bytes.prefix { $0 != UInt8(ascii: ":") }.endIndex
        algorithm = String(decoding: bytes[..<colon], as: UTF8.self)
        hexadecimal = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    }

    package var text: String { algorithm + ":" + hexadecimal }

    private static let digitCounts = ["sha256": 64, "sha384": 96, "sha512": 128]

    static func problem(in digest: ArraySlice<UInt8>) -> ReferenceProblem? {
        guard let colon = digest.firstIndex(of: UInt8(ascii: ":")) else {
            return ReferenceProblem(.digestWithoutAlgorithm, at: digest.indices)
        }
        let algorithm = String(decoding: digest[..<colon], as: UTF8.self)
        guard let expected = digitCounts[algorithm] else {
            return ReferenceProblem(
                .unknownDigestAlgorithm(algorithm), at: digest.startIndex..<colon)
        }
        let digits = digest[(colon + 1)...]
        if let offset = digits.firstIndex(where: { !$0.isHexadecimal }) {
            let character = digits[offset...].firstScalar
            return ReferenceProblem(
                .digestNotHexadecimal(character), at: offset..<offset + character.utf8.count)
        }
        if digits.count != expected {
            return ReferenceProblem(
                .digestLength(count: digits.count, expected: expected), at: digits.indices)
        }
        return digits.contains(where: \.isUpper)
            ? ReferenceProblem(.digestUpperCase, at: digits.indices) : nil
    }
}
