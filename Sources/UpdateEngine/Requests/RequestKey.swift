import SourceText

internal import struct Crypto.SHA256

/// The versions that a pull request proposes, in a form that it carries with it.
package struct RequestKey: Hashable, Sendable {
    /// The kind of change: one word.
    private let kind: String
    /// The environment or branch that gets them: one word.
    private let target: String
    /// By image.
    private let identities: [String: String]

    package init(kind: String, target: String, identities: [String: String]) {
        self.kind = kind
        self.target = target
        self.identities = identities
    }

    /// Nil for a text that is not one of these, or of another kind.
    package init?(_ text: String, kind: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count > 2, parts[0] == kind else { return nil }
        var identities: [String: String] = [:]
        for part in parts.dropFirst(2) {
            guard let mark = part.firstIndex(of: "=") else { return nil }
            identities[String(part[..<mark])] = String(part[part.index(after: mark)...])
        }
        self.init(kind: kind, target: parts[1], identities: identities)
    }

    private static let lengthLimit = 1000

    package var text: String {
        let images = identities.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let text = "\(kind) \(target) \(images.joined(separator: " "))"
        guard text.utf8.count > Self.lengthLimit else { return text }
        // Forges limit the whole body to as little as 4000 characters.
        let hash = Array(SHA256.hash(data: Array(text.utf8))).hexadecimal
        return "\(kind) \(target) \(identities.count)-images=\(hash)"
    }

    /// Whether another one with the same target is about all of these images.
    package func isReplaced(by other: RequestKey) -> Bool {
        kind == other.kind && target == other.target
            && identities.keys.allSatisfy { other.identities[$0] != nil }
    }
}
