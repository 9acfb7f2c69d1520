import SourceText

/// A version as parsed by Masterminds/semver v3.5.0 (`NewVersion`), with its text.
///
/// ```
/// version     = ["v"] number ["." number] ["." number] ["-" identifiers] ["+" identifiers]
/// identifiers = identifier {"." identifier}       ; of [0-9A-Za-z-], at least one character
/// number      = digits, below 2^64; leading zeros are ignored
/// ```
/// A numeric identifier before the `+` must not have a leading zero.
package struct Version: Hashable, Sendable {
    package let text: String
    package let precedence: Precedence
    /// The part after the `+`, which comparisons ignore.
    package let metadata: String

    package static let maximumLength = 256

    package init(_ text: String) throws(VersionError) {
        var parser = VersionParser(text)
        (precedence, metadata) = try parser.parse()
        self.text = text
    }

    /// Parses a candidate of a policy: a version whose text contains at least two dots.
    ///
    /// The dots need not separate numbers: `1.2-3.4` is 1.2.0 with the pre-release `3.4`.
    /// Source: fluxcd/pkg, `version.ParseVersion`.
    package init(candidate text: String) throws(VersionError) {
        let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
        guard dots >= 2 else {
            throw VersionError(.fewerThanThreeParts, at: 0..<text.utf8.count)
        }
        try self.init(text)
    }

    /// Whether the version has a pre-release part.
    package var isPreRelease: Bool { !precedence.preRelease.isEmpty }

    /// The version in normal form: without `v` and leading zeros, with three numbers.
    package var canonicalText: String {
        precedence.text + (metadata.isEmpty ? "" : "+" + metadata)
    }
}

/// Why a text is not a valid version, and where.
package struct VersionError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case empty
        case tooLong(count: Int, limit: Int)
        case fewerThanThreeParts
        case expectedNumber
        case numberTooLarge
        case emptyIdentifier
        case leadingZero
        case unexpectedCharacter(Unicode.Scalar)
    }

    package let reason: Reason
    /// UTF-8 offsets within the text.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }
}

extension VersionError: CustomStringConvertible {
    package var description: String { reason.description }
}

extension VersionError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the version is empty"
        case .tooLong(let count, let limit):
            "a version has at most \(limit) bytes, this one has \(count)"
        case .fewerThanThreeParts: "a version has three parts with dots between, as in `1.2.3`"
        case .expectedNumber: "a number is missing"
        case .numberTooLarge: "the number exceeds \(UInt64.max)"
        case .emptyIdentifier: "an identifier between dots is empty"
        case .leadingZero: "a numeric pre-release identifier has no leading zero"
        case .unexpectedCharacter(let character): "\(character.quoted) is not allowed here"
        }
    }
}
