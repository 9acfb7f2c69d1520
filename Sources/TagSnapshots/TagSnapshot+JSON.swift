// Foundation for its JSON reader and writer.
import FoundationEssentials

extension TagSnapshot {
    /// The version of the file's form; keys may be added within one.
    package static let schema = 1

    /// Whether a file is meant as a snapshot: it is a JSON object, and no list of tags.
    package static func isBegun(by bytes: [UInt8]) -> Bool {
        let blank: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let rest = bytes.drop(while: blank.contains)
        return rest.first == UInt8(ascii: "{")
            && (rest.dropFirst().first.map { blank.contains($0) || $0 == UInt8(ascii: "\"") }
                ?? true)
    }

    /// Reads what `json` writes; unknown keys are passed over.
    package init(json bytes: [UInt8]) throws(TagSnapshotError) {
        guard !bytes.isEmpty else { throw .malformed("it is empty") }
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .malformed(error.words)
        } catch {
            throw .malformed("it is not valid JSON")
        }
        guard file.schema == Self.schema else { throw .unknownSchema(file.schema) }
        try self.init(
            file.images.map {
                ScannedImage(
                    name: $0.image, time: $0.time, tags: $0.tags, digests: $0.digests ?? [:],
                    buildTimes: $0.created ?? [:])
            })
    }

    /// The bytes of a snapshot file: one tag a line, so that two snapshots can be compared.
    package func json(tool: Tool) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = File(
            schema: Self.schema, tool: tool, command: "scan",
            images: images.map {
                Image(
                    image: $0.name, time: $0.time, tags: $0.tags,
                    digests: $0.digests.isEmpty ? nil : $0.digests,
                    created: $0.buildTimes.isEmpty ? nil : $0.buildTimes)
            })
        return Array(try encoder.encode(file)) + [UInt8(ascii: "\n")]
    }

    /// The program that made a snapshot.
    package struct Tool: Codable, Sendable {
        let name: String
        let version: String

        package init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    private struct File: Codable {
        let schema: Int
        var tool: Tool?
        var command: String?
        let images: [Image]
    }

    private struct Image: Codable {
        let image: String
        let time: String
        let tags: [String]
        let digests: [String: String]?
        let created: [String: String]?
    }
}
