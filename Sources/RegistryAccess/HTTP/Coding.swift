#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Decoding of JSON from outside.
///
/// Foundation bounds its depth; who reads it bounds its length.
enum JSON {
    /// Nil if the bytes are no JSON, or of another shape.
    static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

enum Base64 {
    /// Nil if `text` is not padded standard Base64 of UTF-8.
    static func decodedText(_ text: String) -> String? {
        Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}

/// Files that the user names: bounded.
enum SmallFile {
    static func isDirectory(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/.")
    }

    /// Nil where there is none.
    static func bytes(
        of file: SettingsProblem.File, at path: String, limit: Int
    ) throws(SettingsProblem) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= limit else {
            throw .unreadableFile(file, path: path)
        }
        return Array(bytes)
    }
}
