import Testing
import YAMLSyntax

@Suite struct PlainScalarResolutionTests {
    @Test(arguments: [
        ("1", PlainScalarType.integer), ("-17", .integer), ("+5", .integer), ("0777", .integer),
        ("0x1F", .integer), ("0b101", .integer), ("0o17", .integer), ("1_000", .integer),
        ("18446744073709551615", .integer), ("20240101", .integer), ("-0x10", .integer),
        ("1.10", .float), ("1.", .float), (".5", .float), ("12e5", .float), ("1e3", .float),
        ("089", .float), ("18446744073709551616", .float), (".inf", .float), ("-.Inf", .float),
        (".NaN", .float), ("1_0.5", .float),
        ("true", .boolean), ("FALSE", .boolean),
        ("", .null), ("~", .null), ("null", .null),
        ("2024-01-01", .timestamp), ("2024-1-2", .timestamp), ("2024-02-29", .timestamp),
        ("2024-01-01T10:00:00Z", .timestamp), ("2024-01-01 10:00:00.5", .timestamp),
        ("2024-01-01t1:2:3+02:00", .timestamp),
        ("1.2.3", .string), ("v1", .string), ("1e999", .string), ("0x", .string), ("0b12", .string),
        ("0x-1", .string), (".", .string), (".1_0", .float), ("._1", .string), (".1_", .string),
        (".1__0", .string), ("1e", .string), ("-", .string),
        ("2023-02-29", .string), ("2024-01-01 10:00:00Z", .string),
        ("2024-01-01T10:00:00", .string),
        ("12:30", .string), ("latest", .string), ("tRUE", .string),
        ("0xFFFFFFFFFFFFFFFFF", .string),
    ])
    func `both schemas agree`(_ text: String, _ expected: PlainScalarType) {
        #expect(plainScalarType(of: text, schema: .yaml11) == expected)
        #expect(plainScalarType(of: text, schema: .yaml12) == expected)
    }

    @Test(arguments: ["y", "Y", "yes", "on", "Off", "NO", "n"])
    func `only YAML 1.1 reads words as Booleans`(_ text: String) {
        #expect(plainScalarType(of: text, schema: .yaml11) == .boolean)
        #expect(plainScalarType(of: text, schema: .yaml12) == .string)
    }
}
