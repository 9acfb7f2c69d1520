import SourceText

/// Fields of `application/x-www-form-urlencoded`.
enum FormPayload {
    /// The decoded value of the first field of that name; nil where there is none, and for
    /// malformed escapes in it.
    static func value(of name: String, in body: [UInt8]) -> [UInt8]? {
        for field in body.split(separator: UInt8(ascii: "&")) {
            let equals = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            guard decoded(field[..<equals]).map({ $0.elementsEqual(name.utf8) }) == true else {
                continue
            }
            return decoded(field[equals...].dropFirst())
        }
        return nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit),
                    let low = rest.popFirst().flatMap(digit)
                else { return nil }
                result.append(high << 4 | low)
            default: result.append(byte)
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
