import SourceText

internal import struct Crypto.SHA256

/// The images that a pull request promotes, in a form that it carries with it.
struct RequestKey: Hashable {
    private let target: String
    /// Identities by image.
    private let identities: [String: String]

    init(_ images: [PromotedImage], to target: String) {
        self.target = target
        identities = Dictionary(images.map { ($0.target.name, $0.identity) }) { $1 }
    }

    /// Nil for a text that is not one of these.
    init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count > 2, parts[0] == "promotion" else { return nil }
        target = parts[1]
        var identities: [String: String] = [:]
        for part in parts.dropFirst(2) {
            guard let mark = part.firstIndex(of: "=") else { return nil }
            identities[String(part[..<mark])] = String(part[part.index(after: mark)...])
        }
        self.identities = identities
    }

    private static let lengthLimit = 1000

    var text: String {
        let images = identities.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let text = "promotion \(target) \(images.joined(separator: " "))"
        guard text.utf8.count > Self.lengthLimit else { return text }
        // Forges limit the whole body to as little as 4000 characters.
        let hash = Array(SHA256.hash(data: Array(text.utf8))).hexadecimal
        return "promotion \(target) \(identities.count)-images=\(hash)"
    }

    /// Whether another promotion to the same environment is about all of these images.
    func isReplaced(by other: RequestKey) -> Bool {
        target == other.target && identities.keys.allSatisfy { other.identities[$0] != nil }
    }
}
