import ManifestFacts
import RepositoryLinking
import YAMLSyntax

/// Flags markers that would write another part of an image than their value is.
struct MarkerFormMismatch: MarkerRule {
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.liveSetter, let target = marker.target, !target.text.isEmpty,
            target.plainType != .null, NamePattern(target.text).isLiteral
        else { return nil }
        let value = target.text
        let held = target.isTagAlone ? MarkedValue(tag: value) : MarkedValue(value)
        guard !held.canBe(setter.field) else { return nil }
        return "this marker writes \(setter.field.written), but the value `\(value)` is "
            + held.description
    }
}

extension SetterMarker.Field {
    fileprivate var written: String {
        switch self {
        case .image: "a whole image"
        case .tag: "a tag"
        case .name: "an image name"
        case .digest: "a digest"
        }
    }
}

/// The kind of value beside a marker, as far as its text is unambiguous.
private enum MarkedValue {
    /// Begins with `-`, or contains white space, `=` or `://`.
    case argument
    case digest
    case version
    /// `tag@digest`.
    case pinnedTag
    /// Contains `/` or `:`, with or without a tag or digest.
    case reference(isNameOnly: Bool)
    /// Text without a separator in the place of a tag.
    case tag
    /// A word, which may be a name as well as a tag.
    case word

    /// A value in a field for the tag alone, where a word is a tag.
    init(tag text: String) {
        let value = MarkedValue(text)
        if case .word = value { self = .tag } else { self = value }
    }

    init(_ text: String) {
        let bytes = text.utf8
        let parts = bytes.split(separator: UInt8(ascii: "@"))
        if bytes.first == UInt8(ascii: "-")
            || bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 <= UInt8(ascii: " ") })
            || bytes.split(separator: UInt8(ascii: ":")).dropFirst()
                .contains(where: { $0.starts(with: "//".utf8) })
        {
            self = .argument
        } else if ["sha256:", "sha384:", "sha512:"].contains(where: text.hasPrefix) {
            self = .digest
        } else if parts.count == 2, !parts[0].holdsSeparator {
            self = parts[0].isVersion ? .pinnedTag : .reference(isNameOnly: false)
        } else if bytes[...].holdsSeparator {
            let last = bytes.split(separator: UInt8(ascii: "/")).last
            self = .reference(
                isNameOnly: !bytes.contains(UInt8(ascii: "@"))
                    && last?.contains(UInt8(ascii: ":")) != true)
        } else {
            self = bytes[...].isVersion ? .version : .word
        }
    }

    func canBe(_ field: SetterMarker.Field) -> Bool {
        switch (field, self) {
        case (_, .word): field != .digest
        case (.image, .reference): true
        case (.tag, .version), (.tag, .tag), (.tag, .pinnedTag): true
        case (.name, .reference(let isNameOnly)): isNameOnly
        case (.digest, .digest): true
        default: false
        }
    }

    /// The kind of value, and the marker that would write it.
    var description: String {
        switch self {
        case .argument: "more than an image: make the image a value of its own"
        case .digest: "a digest: end the marker with `:digest`"
        case .version: "a version: end the marker with `:tag`"
        case .tag: "a tag: end the marker with `:tag`"
        case .pinnedTag: "a tag with a digest: end the marker with `:tag`"
        case .reference(let isNameOnly):
            isNameOnly
                ? "an image name: end the marker with `:name`"
                : "a whole image: end the marker with the policy's name"
        case .word: "none"
        }
    }
}

extension Substring.UTF8View {
    fileprivate var holdsSeparator: Bool {
        contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
    }

    /// `1.2`, `v2`, `1.2.3-rc.1`: digits with dots after an optional `v`, then a suffix or none.
    fileprivate var isVersion: Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let core = (first == UInt8(ascii: "v") ? dropFirst() : self)
            .prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
        return core.first.map(digits.contains) == true
            && core.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
    }
}
