import SourceText

/// Parses the text of a version; see `Version` for the grammar.
struct VersionParser {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(VersionError) -> (Precedence, metadata: String) {
        guard !bytes.isEmpty else { throw VersionError(.empty, at: 0..<0) }
        guard bytes.count <= Version.maximumLength else {
            let limit = Version.maximumLength
            throw VersionError(
                .tooLong(count: bytes.count, limit: limit), at: limit..<bytes.count)
        }
        _ = take("v")
        let major = try number()
        let minor = take(".") ? try number() : 0
        let patch = take(".") ? try number() : 0
        let preRelease = take("-") ? try identifiers(mayStartWithZero: false) : ""
        let metadata = take("+") ? try identifiers(mayStartWithZero: true) : ""
        guard offset == bytes.count else { throw unexpected() }
        return (
            Precedence(major: major, minor: minor, patch: patch, preRelease: preRelease), metadata
        )
    }

    private mutating func number() throws(VersionError) -> UInt64 {
        let digits = bytes[offset...].prefix(while: \.isDigit)
        guard !digits.isEmpty else {
            throw offset < bytes.count
                ? unexpected() : VersionError(.expectedNumber, at: offset..<offset)
        }
        offset = digits.endIndex
        guard let value = UInt64(String(decoding: digits, as: UTF8.self)) else {
            throw VersionError(.numberTooLarge, at: digits.indices)
        }
        return value
    }

    private mutating func identifiers(
        mayStartWithZero: Bool
    ) throws(VersionError) -> String {
        let start = offset
        repeat {
            let first = offset
            var isNumeric = true
            while offset < bytes.count, bytes[offset].isIdentifier {
                isNumeric = isNumeric && bytes[offset].isDigit
                offset += 1
            }
            guard offset > first else { throw VersionError(.emptyIdentifier, at: offset..<offset) }
            let hasLeadingZero =
                isNumeric && offset > first + 1 && bytes[first] == UInt8(ascii: "0")
            guard mayStartWithZero || !hasLeadingZero else {
                throw VersionError(.leadingZero, at: first..<offset)
            }
        } while take(".")
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private func unexpected() -> VersionError {
        let character = bytes[offset...].firstScalar
        return VersionError(
            .unexpectedCharacter(character), at: offset..<offset + character.utf8.count)
    }
}

extension UInt8 {
    /// Whether identifiers of a pre-release or of metadata may contain the byte.
    var isIdentifier: Bool {
        isDigit || isLower || isUpper || self == UInt8(ascii: "-")
    }
}
