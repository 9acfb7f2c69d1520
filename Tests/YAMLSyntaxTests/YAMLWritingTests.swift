import Foundation
import TestSupport
import Testing
import YAMLSyntax

/// Expectations computed by go-yaml 2.4.2 `Marshal`, with which flux and kubectl print objects.
@Suite struct YAMLWritingTests {
    struct Vector: Sendable {
        let value: YAMLValue
        let text: String
    }

    private static let vectors: [Vector] = (try? all) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.vectors.count == 1192)
    }

    @Test func `values are written as in Go`() {
        for vector in Self.vectors {
            #expect(
                Array(vector.value.blockText.utf8) == Array(vector.text.utf8), "\(vector.value)")
        }
    }

    @Test func `written texts can be read back`() throws {
        for vector in Self.vectors {
            guard case .mapping(let members) = vector.value, case .text(let text)? = members["key"]
            else { continue }
            let stream = try YAMLStream(Array(vector.value.blockText.utf8))
            #expect(stream.documents.first?.root["key"]?.text == text, "\(vector.value)")
        }
    }

    @Test func `line and paragraph separators are escaped`() {
        let value: YAMLValue = ["a": "b\u{2028}c\u{2029}"]
        #expect(value.blockText == "a: \"b\\Lc\\P\"\n")
    }

    private static var all: [Vector] {
        get throws {
            let file = PackageFolder.url.appending(path: "Tests/Conformance/yaml-writing.jsonl")
            return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap {
                let line = try JSONSerialization.jsonObject(with: $0) as? [String: Any]
                guard let value = line?["value"].flatMap(YAMLValue.init(json:)),
                    let text = line?["text"] as? String
                else { return nil }
                return Vector(value: value, text: text)
            }
        }
    }
}

extension YAMLValue {
    fileprivate init?(json: Any) {
        if let text = json as? String {
            self = .text(text)
        } else if let members = json as? [String: Any] {
            self = .mapping(members.compactMapValues(YAMLValue.init(json:)))
        } else {
            return nil
        }
    }
}
