import RegularLanguages
package import SourceText
import YAMLSyntax

/// An entry of `images`, and what kustomize makes of references with it
/// (kustomize, `api/filters/imagetag` and `api/internal/image`).
package struct ImageEntry: Hashable, Sendable {
    package let name: String
    /// Whether the name is an expression that more than one text can match.
    package let isPattern: Bool
    private let newName: String?
    private let newTag: String?
    private let digest: String?
    private let tagSuffix: String?
    /// The scalar that sets the tag, or else the digest; the entry where none does.
    let location: SourceLocation

    /// Nil without a name; `text` fills in variables.
    package init?(_ entry: BuiltNode, text: (String) -> String = { $0 }) {
        func field(_ key: String) -> String? {
            entry[key]?.text.map { text($0.text) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let name = field("name"), let place = entry["name"]?.text?.location else {
            return nil
        }
        self.name = name
        isPattern = name.contains { #"*+?[](){}|^$\"#.contains($0) }
        newName = field("newName")
        newTag = field("newTag")
        digest = field("digest")
        tagSuffix = field("tagSuffix")
        location =
            ["newTag", "digest", "tagSuffix"].lazy.compactMap { entry[$0]?.text?.location }.first
            ?? place
    }

    /// Whether it sets the tag or the digest.
    var pins: Bool { newTag != nil || digest != nil || tagSuffix != nil }

    var renames: Bool { newName != nil }

    /// The text that this entry makes of a reference; nil for one that it is not for.
    func applied(to text: String) -> String? {
        guard isFor(text) else { return nil }
        let parts = Self.parts(of: text)
        var (tag, digest) = (parts.tag, parts.digest)
        if newTag != nil || self.digest != nil {
            (tag, digest) = (newTag ?? "", self.digest ?? "")
        } else if tagSuffix != nil {
            // Releases of kustomize add it once or twice.
            (tag, digest) = ("${tagSuffix}", "")
        }
        return (newName ?? parts.name) + (tag.isEmpty ? "" : ":\(tag)")
            + (digest.isEmpty ? "" : "@\(digest)")
    }

    /// A scalar after this entry; `location` is what decided on it before.
    package func applied(to text: String, at location: SourceLocation, isPinned: Bool)
        -> RewrittenScalar?
    {
        applied(to: text).map { new in
            RewrittenScalar(
                text: new, location: pins ? self.location : location, isPinned: pins || isPinned)
        }
    }

    /// `^NAME(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`, but a dot in NAME
    /// matches a dot only.
    func isFor(_ text: String) -> Bool {
        guard isPattern || text.utf8.starts(with: name.utf8) else { return false }
        return Self.names(in: text).contains { matchesName($0) }
    }

    /// The texts of a reference that a name without an expression can be: with or without what
    /// looks like a tag or a digest.
    static func names(in text: String) -> [Substring] {
        var names = [text[...]]
        let withoutDigest = text[...].droppingSuffix(behind: "@sha256:")
        if let withoutDigest { names.append(withoutDigest) }
        for name in names {
            if let rest = name.droppingSuffix(behind: ":") { names.append(rest) }
        }
        return names
    }

    private func matchesName(_ text: Substring) -> Bool {
        if text.utf8.elementsEqual(name.utf8) { return true }
        guard isPattern else { return false }
        do throws(PatternError) {
            return try Pattern("^(?:\(name))$").matches(String(text))
        } catch {
            return false  // kustomize stops at it
        }
    }

    /// Name, tag and digest as kustomize splits a reference; empty where they are absent.
    private static func parts(of text: String) -> (name: String, tag: String, digest: String) {
        let bytes = Array(text.utf8)
        let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? 0
        let at = bytes[slash...].firstIndex(of: UInt8(ascii: "@"))
        let colon = bytes[slash...].firstIndex(of: UInt8(ascii: ":"))
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let digest = at.map { part(($0 + 1)..<bytes.count) } ?? ""
        let end = at ?? bytes.count
        guard let colon, colon < end else { return (part(0..<end), "", digest) }
        return (part(0..<colon), part((colon + 1)..<end), digest)
    }
}

extension Substring {
    /// The text before the last `separator`, if only characters that kustomize allows in a tag or
    /// digest follow it.
    fileprivate func droppingSuffix(behind separator: String) -> Substring? {
        let tail = utf8.reversed().prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_.{}-".utf8.contains(byte)
            }
        }.count
        let rest = utf8.dropLast(tail)
        guard rest.count >= separator.utf8.count,
            rest.suffix(separator.utf8.count).elementsEqual(separator.utf8)
        else { return nil }
        return Substring(rest.dropLast(separator.utf8.count))
    }
}
