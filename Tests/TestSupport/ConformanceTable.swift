// JSON decoding.
package import Foundation

/// The cases of one file under `Tests/Conformance`: JSON lines, one case a line.
package enum ConformanceTable {
    package static func cases<Case: Decodable>(
        _ type: Case.Type = Case.self, in file: String
    ) throws -> [Case] {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Conformance")
        let data = try Data(contentsOf: folder.appending(path: file))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try data.split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(type, from: $0)
        }
    }
}
