import SourceText
import WebAccess

/// The configuration of an image.
///
/// Source: OCI image specification, `config.md`.
package struct ImageConfiguration: Equatable, Sendable {
    /// A date and time by RFC 3339, as it is there; nil for none, and for what cannot be one.
    package let created: String?
    package let operatingSystem: String
    package let architecture: String
    package let labels: [String: String]

    /// Bytes; what real images have is a hundredth of it.
    static let sizeLimit = 4 << 20

    /// Nil if the bytes are no configuration of an image.
    init?(_ bytes: [UInt8]) {
        guard let document = JSON.value(Document.self, from: bytes) else { return nil }
        created = document.created.flatMap { Self.isTime($0) ? $0 : nil }
        operatingSystem = document.os
        architecture = document.architecture
        labels = document.config?.labels ?? [:]
    }

    /// The characters of a date and time; whether the day exists is not asked here.
    private static func isTime(_ text: String) -> Bool {
        20...40 ~= text.utf8.count
            && text.utf8.allSatisfy { $0.isDigit || "TZtz:.+-".utf8.contains($0) }
    }

    private struct Document: Decodable {
        struct Runtime: Decodable {
            let labels: [String: String]?

            enum CodingKeys: String, CodingKey {
                case labels = "Labels"
            }
        }

        let created: String?
        let os: String
        let architecture: String
        let config: Runtime?
    }
}
