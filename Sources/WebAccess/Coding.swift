#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Decoding of JSON from outside.
///
/// Foundation bounds its depth; who reads it bounds its length.
package enum JSON {
    /// Nil if the bytes are no JSON, or of another shape.
    package static func value<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

package enum Base64 {
    /// Nil if `text` is not padded standard Base64 of UTF-8.
    package static func decodedText(_ text: String) -> String? {
        Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    package static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Nil if `text` is not Base64 of the alphabet for addresses, with or without padding.
    package static func decodedURLText(_ text: some StringProtocol) -> [UInt8]? {
        let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }.filter { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: String(standard) + padding).map { Array($0) }
    }
}

/// Files that the user names: bounded.
package enum SmallFile {
    package enum Content {
        case absent
        /// Or too long, or no file.
        case unreadable
        case bytes([UInt8])
    }

    package static func isDirectory(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/.")
    }

    package static func content(at path: String, limit: Int) -> Content {
        guard FileManager.default.fileExists(atPath: path) else { return .absent }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= limit else {
            return .unreadable
        }
        return .bytes(Array(bytes))
    }
}
