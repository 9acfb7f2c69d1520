import SourceText

/// Conversions of any value to a number, as sprig makes them.
///
/// Source: spf13/cast v1.8.0, `ToInt64` and `ToFloat64`; what is no number is zero.
enum GoConversion {
    static func integer(_ value: TemplateValue) -> Int {
        switch value {
        case .integer(let value, _): value
        case .float(let value): truncated(value)
        case .string(let text): GoNumber.integer(withoutZeroFraction(text), base: 0) ?? 0
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func float(_ value: TemplateValue) -> Double {
        switch value {
        case .integer(let value, let type):
            type.isUnsigned ? Double(UInt(bitPattern: value)) : Double(value)
        case .float(let value): value
        case .string(let text): goFloat(text.text) ?? 0
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    /// Toward zero; out of range as on amd64.
    private static func truncated(_ value: Double) -> Int {
        Int(exactly: value.rounded(.towardZero)) ?? Int.min
    }

    /// `1.00` counts as `1`.
    private static func withoutZeroFraction(_ text: Bytes) -> Bytes {
        let rest = text.reversed().drop { $0 == UInt8(ascii: "0") }
        guard rest.first == UInt8(ascii: "."), rest.count < text.count else { return text }
        return Bytes(rest.dropFirst().reversed())
    }
}

extension TemplateFunction {
    static let conversions: [String: TemplateFunction] = [
        "atoi": Self(.string, gives: .int) { a in .int(GoNumber.integer(a.string(0), base: 10) ?? 0)
        },
        "int": Self(.any, gives: .int) { a in .int(GoConversion.integer(a[0])) },
        "int64": Self(.any, gives: .integer(.int64)) { a in .int64(GoConversion.integer(a[0])) },
        "float64": Self(.any, gives: .float64) { a in .float(GoConversion.float(a[0])) },
    ]
}
