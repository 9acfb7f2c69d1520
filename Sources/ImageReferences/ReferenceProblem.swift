import SourceText

/// An error in an image reference, and its location.
package struct ReferenceProblem: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case empty
        case scheme(String)
        /// A blank, or a control character such as a line break.
        case blank(Unicode.Scalar)
        case illegalCharacter(Unicode.Scalar, part: PartName)
        case emptyComponent
        case upperCaseRepository
        /// Separators at an end of a component, or adjacent where that is not allowed.
        case misplacedSeparator
        case malformedPort
        case repositoryTooShort
        case repositoryTooLong(count: Int, limit: Int)
        case emptyTag
        case tagTooLong(count: Int, limit: Int)
        /// A tag in `spec.image` of an ImageRepository, which names neither tag nor digest.
        case tagNotAllowed
        case digestNotAllowed
        case digestWithoutAlgorithm
        case unknownDigestAlgorithm(String)
        case digestLength(count: Int, expected: Int)
        case digestNotHexadecimal(Unicode.Scalar)
        case digestUpperCase
    }

    package enum PartName: String, Hashable, Sendable {
        case registry
        case repository
        case tag
    }

    package let reason: Reason
    /// UTF-8 offsets within the reference's text.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }

    /// Whether the digest is invalid, rather than the reference around it.
    package var concernsDigest: Bool {
        switch reason {
        case .digestWithoutAlgorithm, .unknownDigestAlgorithm, .digestLength,
            .digestNotHexadecimal, .digestUpperCase:
            true
        default: false
        }
    }
}

/// The problem as the clause after “`text` is not a valid image reference:”.
extension ReferenceProblem: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .empty: "it is empty"
        case .scheme(let name): "it begins with the scheme `\(name)://`"
        case .blank(let character): "it contains \(character.quoted)"
        case .illegalCharacter(let character, let part):
            "\(character.quoted) is not allowed in a \(part.rawValue)"
        case .emptyComponent: "a component of the repository is empty"
        case .upperCaseRepository: "a repository has no upper-case letters"
        case .misplacedSeparator:
            "a component begins and ends with a letter or digit, with `.`, `_`, `__` or dashes between"
        case .malformedPort: "a port is a number"
        case .repositoryTooShort: "a repository has at least 2 characters"
        case .repositoryTooLong(let count, let limit):
            "a repository has at most \(limit) characters, this one has \(count)"
        case .emptyTag: "there is no tag after the colon"
        case .tagTooLong(let count, let limit):
            "a tag has at most \(limit) characters, this one has \(count)"
        case .tagNotAllowed: "an image repository is named without a tag"
        case .digestNotAllowed: "an image repository is named without a digest"
        case .digestWithoutAlgorithm: "a digest begins with its algorithm, as in `sha256:`"
        case .unknownDigestAlgorithm(let name): "unknown digest algorithm `\(name)`"
        case .digestLength(let count, let expected):
            "it has \(count) instead of \(expected) hexadecimal digits"
        case .digestNotHexadecimal(let character):
            "\(character.quoted) is not a hexadecimal digit"
        case .digestUpperCase: "it has upper-case digits"
        }
    }
}
