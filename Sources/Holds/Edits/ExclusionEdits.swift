import SourceText
import TagPolicies
import YAMLSyntax

/// The `exclusionList` of an ImageRepository as written.
struct ExclusionEdits {
    let root: YAMLNode
    let source: [UInt8]

    private var spec: YAMLNode? { root["spec"] }
    private var list: YAMLNode? { spec?["exclusionList"] }

    /// Whether there is no list, so that Flux's default applies.
    var isAbsent: Bool { list == nil }

    /// The pattern that matches a tag and no other.
    static func pattern(of tag: String) -> String {
        "^" + tag.map { $0 == "." ? #"\."# : String($0) }.joined() + "$"
    }

    /// Adds the pattern of a tag in front, and Flux's default where there was no list, which would
    /// no longer apply; nil where the layout leaves no safe place.
    func adding(_ tag: String) -> TextEdit? {
        let pattern = Self.pattern(of: tag)
        guard let list else { return newList(pattern) }
        guard list.kind == .sequence, !list.isAnchored(in: source), let key = list.key,
            let first = list.children.first(where: { _ in true })
        else { return nil }
        if list.collectionStyle == .flow {
            let item =
                source[first.span.lowerBound] == UInt8(ascii: "\"")
                ? Self.doubleQuoted(pattern) : "'\(pattern)'"
            return TextEdit(at: first.span.lowerBound, item + ", ")
        }
        let keyEnd = source.lineEnd(of: key.span.lowerBound)
        let start = source.lineStart(of: first.span.lowerBound)
        let lead = source[start..<first.span.lowerBound]
        guard start > keyEnd, lead.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        return TextEdit(
            at: source.lineBreak(at: keyEnd).upperBound,
            String(decoding: lead, as: UTF8.self) + "'\(pattern)'"
                + source.lineBreakText(of: key.span.lowerBound))
    }

    private func newList(_ pattern: String) -> TextEdit? {
        let patterns = [TagExclusions.defaultPattern, pattern]
        return spec.flatMap { spec in
            MappingEdits(mapping: spec, source: source).adding(
                .init(
                    key: "exclusionList",
                    lines: ["exclusionList:"] + patterns.map { "  - '\($0)'" },
                    flowValue: "["
                        + patterns.map(Self.doubleQuoted).joined(separator: ", ") + "]"))
        }
    }

    /// The result of taking a tag out of the list.
    enum Removal {
        case edit(TextEdit)
        /// Somebody has taken it out already.
        case gone
        /// The layout leaves no safe way.
        case impossible
    }

    /// - Parameter wasAbsent: Whether the list goes as well where only the default is left of it.
    func removing(_ tag: String, wasAbsent: Bool) -> Removal {
        let pattern = Self.pattern(of: tag)
        guard let spec, let list, list.kind == .sequence else { return .gone }
        let items = Array(list.children)
        guard let place = items.firstIndex(where: { $0.hasText(pattern) }) else { return .gone }
        let isOurs =
            items.count == 2 && items.contains { $0.hasText(TagExclusions.defaultPattern) }
        let edit: TextEdit?
        if wasAbsent, isOurs, let key = list.key {
            edit = MappingEdits(mapping: spec, source: source).removing(key)
        } else if items.count == 1 {
            edit = nil
        } else if list.collectionStyle == .flow {
            edit = source.removingMember(
                items[place].span,
                next: place + 1 < items.count ? items[place + 1].span.lowerBound : nil,
                former: place > 0 ? items[place - 1].span.upperBound : nil)
        } else {
            edit = source.removingLines(
                from: items[place].span.lowerBound, to: items[place].span.upperBound,
                allowing: [0x20, UInt8(ascii: "-")])
        }
        return edit.map(Removal.edit) ?? .impossible
    }

    private static func doubleQuoted(_ pattern: String) -> String {
        "\"" + pattern.map { $0 == "\\" ? #"\\"# : String($0) }.joined() + "\""
    }
}
