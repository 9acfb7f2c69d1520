import ImageReferences

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The index that a client keeps at a tag where the registry lists no referrers itself.
///
/// Source: OCI distribution specification, “Referrers Tag Schema”.
enum ReferrerIndex {
    static let mediaType = ReferrerPages.mediaType

    /// The index with one more entry, everything else in it kept; nil for no index.
    static func appending(_ manifest: CopiedManifest, to bytes: [UInt8]?) -> [UInt8]? {
        var index = JSONTree.object([
            "schemaVersion": .integer(2), "mediaType": .string(mediaType), "manifests": .array([]),
        ])
        if let bytes {
            guard let read = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else {
                return nil
            }
            index = read
        }
        guard case .object(var members) = index, case .array(let entries) = members["manifests"]
        else { return nil }
        members["manifests"] = .array(entries + [entry(of: manifest)])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(JSONTree.object(members))).map(Array.init)
    }

    private static func entry(of manifest: CopiedManifest) -> JSONTree {
        var entry: [String: JSONTree] = [
            "mediaType": .string(manifest.mediaType), "digest": .string(manifest.digest.text),
            "size": .integer(manifest.bytes.count),
        ]
        entry["artifactType"] = manifest.artifactType.map { .string($0) }
        if !manifest.annotations.isEmpty {
            entry["annotations"] = .object(manifest.annotations.mapValues { .string($0) })
        }
        return .object(entry)
    }
}

/// Any JSON, to be written again.
private enum JSONTree: Codable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONTree].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
