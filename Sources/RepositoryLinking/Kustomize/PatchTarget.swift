import ManifestFacts
import RegularLanguages
import YAMLSyntax

/// The selector of a patch: which of the objects that come by it changes.
///
/// Every given part is a regular expression for the whole text; an absent or empty one selects
/// everything (kustomize, `api/types/selector.go`).
final class PatchTarget: Sendable {
    private enum Part {
        case anything
        case text(String)
        case pattern(Pattern)
        case unreadable
    }

    private let group: Part
    private let version: Part
    private let kind: Part
    private let name: Part
    private let namespace: Part
    /// Nil for a selector that does not parse.
    private let labels: LabelSelector?
    private let annotations: LabelSelector?

    init(_ node: YAMLNode) {
        group = Self.part(node.string("group"))
        version = Self.part(node.string("version"))
        kind = Self.part(node.string("kind"))
        name = Self.part(node.string("name"))
        namespace = Self.part(node.string("namespace"))
        labels = LabelSelector(node.string("labelSelector") ?? "")
        annotations = LabelSelector(node.string("annotationSelector") ?? "")
    }

    /// Whether labels or annotations decide, which other patches may change.
    var asksForLabels: Bool { labels?.isEmpty != true || annotations?.isEmpty != true }

    /// The one kind that is selected; nil where it may be any.
    var kindText: String? { Self.text(kind) }

    /// The one name that is selected; nil where it may be any.
    var nameText: String? { Self.text(name) }

    private static func text(_ part: Part) -> String? {
        if case .text(let text) = part { text } else { nil }
    }

    /// Whether objects of a kind can be selected at all.
    func canSelect(kind: String, group: String) -> Bool {
        Self.matches(self.kind, kind) != false && Self.matches(self.group, group) != false
    }

    /// Whether an object is selected; nil where the selector cannot be understood.
    ///
    /// Name and namespace match as they are now or as they were written
    /// (kustomize, `api/resmap/reswrangler.go`, `Select`).
    func selects(_ object: ObjectState) -> Bool? {
        let identity = object.identity
        let slash = identity.apiVersion?.lastIndex(of: "/")
        let version = slash.map { identity.apiVersion?[$0...].dropFirst() } ?? nil
        let answers: [Bool?] = [
            Self.matches(kind, identity.kind ?? ""), Self.matches(group, identity.group),
            Self.matches(self.version, version.map(String.init) ?? identity.apiVersion ?? ""),
            Self.either(
                Self.matches(name, object.written.name), Self.matches(name, object.current.name)),
            Self.either(
                Self.matches(namespace, object.written.namespace),
                Self.matches(namespace, object.current.namespace)),
            labels.map { $0.matches(object.labels) },
            annotations.map { $0.matches(object.annotations) },
        ]
        if answers.contains(false) { return false }
        return answers.contains(nil) ? nil : true
    }

    private static func either(_ first: Bool?, _ second: Bool?) -> Bool? {
        if first == true || second == true { return true }
        return first == nil || second == nil ? nil : false
    }

    private static func part(_ text: String?) -> Part {
        guard let text, !text.isEmpty else { return .anything }
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        }
        if isPlain { return .text(text) }
        do throws(PatternError) {
            return .pattern(try Pattern("^(?:\(text))$"))
        } catch {
            return .unreadable
        }
    }

    private static func matches(_ part: Part, _ text: String) -> Bool? {
        switch part {
        case .anything: true
        case .text(let wanted): wanted == text
        case .pattern(let pattern): pattern.matches(text)
        case .unreadable: nil
        }
    }
}
