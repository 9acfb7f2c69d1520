import Foundation

/// The rows of a table below `Tests/Conformance`, which has one JSON value a line.
package func conformanceRows<Row: Decodable>(of name: String) throws -> [Row] {
    let url = PackageFolder.url.appending(path: "Tests/Conformance/\(name)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try text.split(separator: "\n").map { line in
        try decoder.decode(Row.self, from: Data(line.utf8))
    }
}
