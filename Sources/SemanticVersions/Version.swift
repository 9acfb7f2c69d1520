import SourceText

/// A version as Masterminds/semver v3.5.0 reads it (`NewVersion`), with its text kept.
///
/// ```
/// version     = ["v"] number ["." number] ["." number] ["-" identifiers] ["+" identifiers]
/// identifiers = identifier {"." identifier}       ; of [0-9A-Za-z-], at least one character
/// number      = digits, below 2^64; leading zeros are read over
/// ```
/// An identifier before the `+` that is all digits has no leading zero.
package struct Version: Hashable, Sendable {
    package let text: String
    package let precedence: Precedence
    /// What follows the `+`, which no comparison looks at.
    package let metadata: String

    package static let maximumLength = 256

    package init(_ text: String) throws(VersionError) {
        var parser = VersionParser(text)
        (precedence, metadata) = try parser.parse()
        self.text = text
    }

    /// Reads a candidate of a policy: like any version, but with at least two dots in the text.
    ///
    /// The dots need not separate numbers: `1.2-3.4` is 1.2.0 with the pre-release `3.4`.
    /// Source: fluxcd/pkg, `version.ParseVersion`.
    package init(candidate text: String) throws(VersionError) {
        let dots = text.utf8.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
        guard dots >= 2 else {
            throw VersionError(.fewerThanThreeParts, at: 0..<text.utf8.count)
        }
        try self.init(text)
    }

    /// Whether the version comes before its release.
    package var isPreRelease: Bool { !precedence.preRelease.isEmpty }

    /// The version without oddities: no `v`, three numbers, no leading zeros.
    package var canonicalText: String {
        precedence.text + (metadata.isEmpty ? "" : "+" + metadata)
    }
}

/// Why a text is no version, and where.
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
        case .unexpectedCharacter(let character):
            "\(character.quoted) has no place here"
        }
    }
}
