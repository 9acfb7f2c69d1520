import ManifestFacts
import RegularLanguages
package import YAMLSyntax

/// The selector of a patch: which of the objects that come by it changes.
///
/// Every given part is a regular expression for the whole text; an absent or empty one selects
/// everything (kustomize, `api/types/selector.go`).
package final class PatchTarget: Sendable {
    /// Of which kinds and groups.
    package let kinds: KindSelector
    private let version: SelectorPart
    private let name: SelectorPart
    private let namespace: SelectorPart
    /// Nil for a selector that does not parse.
    private let labels: LabelSelector?
    private let annotations: LabelSelector?

    package init(_ node: YAMLNode) {
        kinds = KindSelector(node)
        version = SelectorPart(node.string("version"))
        name = SelectorPart(node.string("name"))
        namespace = SelectorPart(node.string("namespace"))
        labels = LabelSelector(node.string("labelSelector") ?? "")
        annotations = LabelSelector(node.string("annotationSelector") ?? "")
    }

    /// Whether labels or annotations decide, which other patches may change.
    package var asksForLabels: Bool { labels?.isEmpty != true || annotations?.isEmpty != true }

    /// The one name that is selected; nil where it may be any.
    package var nameText: String? { name.text }

    /// Whether an object is selected; nil where the selector cannot be understood.
    ///
    /// Name and namespace match as they are now or as they were written
    /// (kustomize, `api/resmap/reswrangler.go`, `Select`).
    func selects(_ object: ObjectState) -> Bool? {
        let identity = object.identity
        var isKnown = true
        func excludes(_ answer: Bool?) -> Bool {
            if answer == nil { isKnown = false }
            return answer == false
        }
        // The names first: most patches are for one object of many.
        let isExcluded =
            excludes(Self.either(name.matches(object.written.name), name.matches(object.name)))
            || excludes(kinds.kind.matches(identity.kind ?? ""))
            || excludes(kinds.group.matches(identity.group))
            || excludes(version.matches(identity.version))
            || excludes(
                Self.either(
                    namespace.matches(object.written.namespace),
                    namespace.matches(object.current.namespace)))
            || excludes(labels.map { $0.isEmpty || $0.matches(object.labels) })
            || excludes(annotations.map { $0.isEmpty || $0.matches(object.annotations) })
        if isExcluded { return false }
        return isKnown ? true : nil
    }

    private static func either(_ first: Bool?, _ second: Bool?) -> Bool? {
        if first == true || second == true { return true }
        return first == nil || second == nil ? nil : false
    }
}

extension ObjectIdentity {
    /// `apiVersion` without its group.
    fileprivate var version: String {
        guard let apiVersion, let slash = apiVersion.lastIndex(of: "/") else {
            return apiVersion ?? ""
        }
        return String(apiVersion[slash...].dropFirst())
    }
}

/// The part of a selector that asks for kinds: read alone where nothing else of it may matter.
package struct KindSelector: Sendable {
    fileprivate let group: SelectorPart
    fileprivate let kind: SelectorPart

    init(_ node: YAMLNode) {
        group = SelectorPart(node.string("group"))
        kind = SelectorPart(node.string("kind"))
    }

    /// The one kind that is selected; nil where it may be any.
    package var kindText: String? { kind.text }

    /// Whether objects of a kind can be selected at all.
    package func canSelect(kind: String, group: String) -> Bool {
        self.kind.matches(kind) != false && self.group.matches(group) != false
    }

    func canSelect(_ kind: FluxKind) -> Bool { canSelect(kind: kind.rawValue, group: kind.group) }

    /// Whether objects of Flux can be selected, which are always built.
    var canSelectFlux: Bool { FluxKind.allCases.contains { canSelect($0) } }
}

/// A condition of a selector on one text.
private enum SelectorPart: Sendable {
    case anything
    case text(String)
    case pattern(Pattern)
    case unreadable

    init(_ text: String?) {
        guard let text, !text.isEmpty else {
            self = .anything
            return
        }
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        }
        if isPlain {
            self = .text(text)
            return
        }
        do throws(PatternError) {
            self = .pattern(try Pattern("^(?:\(text))$"))
        } catch {
            self = .unreadable
        }
    }

    /// The one text that it asks for; nil where it may be any.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Nil where the condition cannot be read.
    func matches(_ text: String) -> Bool? {
        switch self {
        case .anything: true
        case .text(let wanted): wanted == text
        case .pattern(let pattern): pattern.matches(text)
        case .unreadable: nil
        }
    }
}
