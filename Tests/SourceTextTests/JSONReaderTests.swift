import Testing

@testable import SourceText

@Suite struct JSONReaderTests {
    /// A compact notation of the value, with keys and elements in their order.
    private static func plain(_ json: some Collection<UInt8>, depthLimit: Int = 512) throws
        -> String
    {
        var reader = JSONReader(Array(json), depthLimit: depthLimit)
        let value = try value(&reader)
        try reader.end()
        return value
    }

    private static func value(_ reader: inout JSONReader) throws(JSONError) -> String {
        switch try reader.kind() {
        case .object:
            var members: [String] = []
            try reader.object { (reader, key) throws(JSONError) in
                let name = String(decoding: key, as: UTF8.self)
                members.append("\(name):\(try value(&reader))")
            }
            return "{\(members.joined(separator: ","))}"
        case .array:
            var elements: [String] = []
            try reader.array { (reader) throws(JSONError) in
                elements.append(try value(&reader))
            }
            return "[\(elements.joined(separator: ","))]"
        case .string: return "<\(String(decoding: try reader.string(), as: UTF8.self))>"
        case .number: return String(decoding: try reader.number(), as: UTF8.self)
        case .boolean: return "\(try reader.boolean())"
        case .null: return try reader.null() ? "null" : "none"
        }
    }

    private static func skipped(_ json: some Collection<UInt8>) throws(JSONError) {
        var reader = JSONReader(Array(json))
        try reader.skip()
        try reader.end()
    }

    @Test(arguments: [
        (" {} ", "{}"), ("[ ]", "[]"), ("[1,\t2 ,\r\n3]", "[1,2,3]"),
        (#"{"a": {"b": [true, false, null]}, "a": ""}"#, "{a:{b:[true,false,null]},a:<>}"),
        ("-0", "-0"), ("10.50", "10.50"), ("1e5", "1e5"), ("-12.0E-07", "-12.0E-07"),
        ("1e+9", "1e+9"), (#""\"\\\/\b\f\n\r\t""#, "<\"\\/\u{8}\u{C}\n\r\t>"),
        (#""a\u00e9b""#, "<aéb>"), (#""é\u20AC""#, "<é€>"), (#""\ud83d\uDE00x""#, "<😀x>"),
        // Lone surrogates, as Go reads them.
        (#""\ud83d""#, "<\u{FFFD}>"), (#""\ude00a""#, "<\u{FFFD}a>"),
        (#""\ud83d\ud83d\ude00""#, "<\u{FFFD}😀>"), (#""\ud83d\n""#, "<\u{FFFD}\n>"),
        (#"{"\u006b\"": 1}"#, "{k\":1}"),
    ]) func `values are read`(_ json: String, _ expected: String) throws {
        #expect(try Self.plain(json.utf8) == expected)
        #expect(throws: Never.self) { try Self.skipped(json.utf8) }
    }

    @Test(arguments: [
        "", " ", "nothing", "nul", "tru", "falsy", "+1", "01", "-", ".5", "1.", "1e", "1e+", "0x1",
        "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\\u12\"",
        "\"a\nb\"", "\"\t\"", "'a'", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
        "{\"a\":1,}", "{,}",
        "{a:1}", "{\"a\" 1}", "{1:1}", "{\"a\":1 \"b\":2}", "[", "[1", "[1,", "[1,]", "[,1]",
        "[1 2]", "[1}", "{\"a\":1]", "1 2", "{} {}", "// 1\n1", "\u{FEFF}1", "\u{A0}1", "NaN",
    ]) func `text that is not JSON is rejected`(_ text: String) {
        #expect(throws: JSONError.noJSON) {
            do {
                _ = try Self.plain(text.utf8)
            } catch let error as JSONError {
                throw JSONError(problem: error.problem)
            }
        }
        #expect {
            try Self.skipped(text.utf8)
        } throws: { error in
            (error as? JSONError)?.problem == .noJSON
        }
    }

    @Test func `bytes that are not UTF-8 are kept`() throws {
        var reader = JSONReader([0x22, 0xFF, 0xC3, 0x22])
        #expect(try Array(reader.string()) == [0xFF, 0xC3])
        #expect(throws: Never.self) { try Self.skipped([0x22, 0xFF, 0xC3, 0x22]) }
    }

    @Test func `depth is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try Self.plain(nested(3).utf8, depthLimit: 3) == "[[[]]]")
        #expect(throws: (any Error).self) { try Self.plain(nested(4).utf8, depthLimit: 3) }
        #expect(throws: Never.self) { try Self.skipped(nested(512).utf8) }
        // Must not overflow the stack.
        #expect(throws: (any Error).self) { try Self.skipped(nested(1_000_000).utf8) }
        let objects = String(repeating: #"{"a":"#, count: 1_000_000)
        #expect(throws: (any Error).self) { try Self.skipped(objects.utf8) }
    }

    @Test func `errors name the path of the value`() {
        func error(_ json: String) -> JSONError? {
            do throws(JSONError) {
                var reader = JSONReader(Array(json.utf8))
                try reader.object { (reader, _) throws(JSONError) in
                    try reader.array { (reader) throws(JSONError) in _ = try reader.string() }
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(error(#"{"a": ["x"]}"#) == nil)
        #expect(error(#"{"a": [], "b": ["x", 1]}"#)?.description == "`b.1` has the wrong type")
        #expect(error("[]")?.description == "it has the wrong type")
        #expect(error(#"{"a": [x]}"#)?.description == "it is not valid JSON")
        #expect(JSONError.missing("tag").description == "`tag` is missing")
    }
}
