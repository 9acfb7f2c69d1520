/// JSON as Go's `encoding/json` reads it into an `interface{}`: numbers are floats.
struct JSONDecoding {
    private let text: Bytes
    private let limit: Int
    private var position = 0
    /// Numbers too large for a float become nil, which is an error but not the end.
    private var isComplete = true

    /// Nil for what is no JSON, or nested deeper than `depth`.
    static func value(of text: Bytes, depth: Int) -> (value: TemplateValue, isComplete: Bool)? {
        var decoding = JSONDecoding(text: text, limit: depth)
        guard let value = decoding.value(depth: 0) else { return nil }
        decoding.skipSpace()
        return decoding.position == text.count ? (value, decoding.isComplete) : nil
    }

    private init(text: Bytes, limit: Int) {
        self.text = text
        self.limit = limit
    }

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skipSpace() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard text[position...].starts(with: word.description.utf8) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func value(depth: Int) -> TemplateValue? {
        guard depth < limit else { return nil }
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(TemplateValue.string)
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> TemplateValue? {
        position += 1
        let map = TemplateMap()
        skipSpace()
        if take("}") { return .map(map) }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            map[key] = value
            skipSpace()
            if take("}") { return .map(map) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> TemplateValue? {
        position += 1
        var elements: [TemplateValue] = []
        skipSpace()
        if take("]") { return .list(TemplateList(elements)) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
            skipSpace()
            if take("]") { return .list(TemplateList(elements)) }
            guard take(",") else { return nil }
        }
    }

    /// No zeros in front, digits on both sides of the point.
    private mutating func number() -> TemplateValue? {
        let start = position
        _ = take("-")
        if !take("0") { guard takeDigits() else { return nil } }
        if take(".") { guard takeDigits() else { return nil } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard takeDigits() else { return nil }
        }
        guard let value = GoNumber.float(Bytes(text[start..<position])) else {
            isComplete = false
            return .null
        }
        return .float(value)
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while let byte, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func string() -> Bytes? {
        position += 1
        var result = Bytes()
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return result
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                result.append(scalar)
            case 0..<0x20: return nil
            default:
                let rune = text.rune(at: position)
                result.append(rune.scalar)
                position += rune.width
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        position += 1
        guard let letter = byte else { return nil }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return nil }
            return scalar(from: unit)
        default: return nil
        }
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= text.count,
            let value = GoNumber.unsigned(Bytes(text[position..<position + 4]), base: 16)
        else { return nil }
        position += 4
        return UInt32(value)
    }

    /// Two halves of a surrogate pair make a scalar; a half alone becomes U+FFFD.
    private mutating func scalar(from unit: UInt32) -> Unicode.Scalar {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let start = position
        if take("\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
            return scalar
        }
        position = start
        return "\u{FFFD}"
    }
}
