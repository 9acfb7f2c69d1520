/// Base 64 and base 32; what cannot be decoded gives Go's message instead.
extension TemplateFunction {
    static let encodings: [String: TemplateFunction] = [
        "b64enc": text { BaseEncoding.base64.encoded($0) },
        "b64dec": text { BaseEncoding.base64.decoded($0) },
        "b32enc": text { BaseEncoding.base32.encoded($0) },
        "b32dec": text { BaseEncoding.base32.decoded($0) },
    ]
}

/// An encoding of bytes in groups of characters with padding.
///
/// Source: Go's `encoding/base64` and `encoding/base32`, the standard encodings.
struct BaseEncoding {
    static let base64 = BaseEncoding(
        name: "base64",
        alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", bits: 6,
        group: 4)
    static let base32 = BaseEncoding(
        name: "base32", alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", bits: 5, group: 8)

    private typealias Character = (offset: Int, element: UInt8)

    private static let padding = UInt8(ascii: "=")

    let name: String
    let alphabet: Bytes
    /// Of a character.
    let bits: Int
    /// The characters of a group.
    let group: Int
    private let values: [UInt8: UInt32]

    private init(name: String, alphabet: String, bits: Int, group: Int) {
        self.name = name
        self.alphabet = Bytes(alphabet)
        self.bits = bits
        self.group = group
        values = Dictionary(
            uniqueKeysWithValues: self.alphabet.enumerated().map { ($0.element, UInt32($0.offset)) }
        )
    }

    func encoded(_ bytes: Bytes) -> Bytes {
        var result = Bytes()
        var (buffer, held): (UInt32, Int) = (0, 0)
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            held += 8
            while held >= bits {
                held -= bits
                result.append(alphabet[Int(buffer >> UInt32(held)) & (alphabet.count - 1)])
            }
        }
        if held > 0 {
            result.append(alphabet[Int(buffer << UInt32(bits - held)) & (alphabet.count - 1)])
        }
        while result.count % group != 0 { result.append(Self.padding) }
        return result
    }

    /// Line ends count nowhere but in the offset of an error.
    func decoded(_ text: Bytes) -> Bytes {
        let characters: [Character] = text.enumerated().filter {
            $0.element != 0x0A && $0.element != 0x0D
        }
        var result = Bytes()
        var start = 0
        while start < characters.count {
            let digits = characters[start...].prefix(group).prefix { values[$0.element] != nil }
            if let offset = problem(in: start, after: digits.count, characters, of: text) {
                return Bytes("illegal \(name) data at input byte \(offset)")
            }
            append(digits.compactMap { values[$0.element] }, to: &result)
            guard digits.count == group else { break }
            start += group
        }
        return result
    }

    private func append(_ digits: [UInt32], to result: inout Bytes) {
        var (buffer, held): (UInt32, Int) = (0, 0)
        for digit in digits {
            buffer = (buffer << UInt32(bits) | digit) & 0xFFFF
            held += bits
            guard held >= 8 else { continue }
            held -= 8
            result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(held)))
        }
    }

    /// Where Go would see an error in a group of which `digits` come before what is no digit.
    private func problem(
        in group: Int, after digits: Int, _ characters: [Character], of text: Bytes
    ) -> Int? {
        guard digits < self.group else { return nil }
        return bits == 6
            ? base64Problem(in: group, after: digits, characters, of: text)
            : base32Problem(in: group, after: digits, characters)
    }

    private func base64Problem(
        in group: Int, after digits: Int, _ characters: [Character], of text: Bytes
    ) -> Int? {
        let place = group + digits
        guard place < characters.count else { return text.count - digits }
        guard characters[place].element == Self.padding, digits >= 2 else {
            return characters[place].offset
        }
        var next = place + 1
        if digits == 2 {
            guard next < characters.count else { return text.count }
            guard characters[next].element == Self.padding else {
                return characters[next].offset - 1
            }
            next += 1
        }
        return next < characters.count ? characters[next].offset : nil
    }

    /// Counts without line ends; what follows a group with padding is not looked at.
    private func base32Problem(
        in group: Int, after digits: Int, _ characters: [Character]
    ) -> Int? {
        let place = group + digits
        guard place < characters.count else { return group }
        let rest = characters.count - place - 1
        guard characters[place].element == Self.padding, digits >= 2, rest < 8 else { return place }
        guard rest + digits >= 7 else { return characters.count }
        for next in (place + 1)..<(group + 8) where characters[next].element != Self.padding {
            return next - 1
        }
        return digits == 3 || digits == 6 ? place : nil
    }
}
