import SourceText

/// The part of a version that decides its order.
package struct Precedence: Hashable, Sendable {
    package let major: UInt64
    package let minor: UInt64
    package let patch: UInt64
    /// Identifiers joined by dots; empty for a release.
    package let preRelease: String

    package init(major: UInt64, minor: UInt64, patch: UInt64, preRelease: String = "") {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.preRelease = preRelease
    }

    package var text: String {
        "\(major).\(minor).\(patch)" + (preRelease.isEmpty ? "" : "-" + preRelease)
    }
}

extension Precedence: Comparable {
    /// Compares the numbers, then the pre-releases; a pre-release comes before its release.
    package static func < (left: Precedence, right: Precedence) -> Bool {
        let leftNumbers = (left.major, left.minor, left.patch)
        let rightNumbers = (right.major, right.minor, right.patch)
        guard leftNumbers == rightNumbers else { return leftNumbers < rightNumbers }
        if left.preRelease.isEmpty { return false }
        if right.preRelease.isEmpty { return true }
        return left.identifiers.lexicographicallyPrecedes(right.identifiers)
    }

    package var identifiers: [PreReleaseIdentifier] {
        preRelease.utf8.split(separator: UInt8(ascii: ".")).map(PreReleaseIdentifier.init)
    }
}

/// One identifier of a pre-release; numbers come before words.
package enum PreReleaseIdentifier: Hashable, Comparable, Sendable {
    case number(UInt64)
    /// Compared by bytes; includes digits that exceed 2^64-1.
    case word(String)

    init(_ text: Substring.UTF8View) {
        let word = String(Substring(text))
        // `UInt64.init` alone would accept `-0`.
        let number = text.allSatisfy(\.isDigit) ? UInt64(word) : nil
        self = number.map(Self.number) ?? .word(word)
    }

    package var text: String {
        switch self {
        case .number(let number): String(number)
        case .word(let word): word
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.number, .word): true
        case (.word, .number): false
        case (.word(let left), .word(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}
