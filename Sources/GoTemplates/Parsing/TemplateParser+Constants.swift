import SourceText

/// Strings, characters and numbers.
extension TemplateParser {
    /// Go's `strconv.Unquote`.
    func string(_ token: TemplateToken) throws(LocatedFailure) -> Bytes {
        let body = Bytes(source[token.range].dropFirst().dropLast())
        if token.kind == .rawString { return body.filter { $0 != UInt8(ascii: "\r") } }
        var result = Bytes()
        var offset = 0
        while offset < body.count {
            if body[offset] == UInt8(ascii: "\\") {
                result += try escape(in: body, at: &offset, quote: "\"", of: token).bytes
            } else {
                let rune = body.rune(at: offset)
                result.append(rune.scalar)
                offset = rune.range.upperBound
            }
        }
        return result
    }

    func number(_ token: TemplateToken) throws(LocatedFailure) -> NumberConstant {
        let text = text(of: token)
        switch token.kind {
        case .character: return NumberConstant(character: try character(token))
        case .complex:
            guard let constant = Self.complex(text) else { throw malformed(token) }
            return constant
        default:
            if let constant = NumberConstant(text) { return constant }
            throw goFloat(text) == nil
                ? malformed(token) : fail(.integerOverflow(text), at: token.range.lowerBound)
        }
    }

    private func malformed(_ token: TemplateToken) -> LocatedFailure {
        fail(.badConstant(text(of: token)), at: token.range.lowerBound)
    }

    private func character(_ token: TemplateToken) throws(LocatedFailure) -> Unicode.Scalar {
        let body = Bytes(source[token.range].dropFirst().dropLast())
        guard let first = body.first else { throw malformed(token) }
        var offset = 0
        let scalar: Unicode.Scalar
        if first == UInt8(ascii: "\\") {
            scalar = try escape(in: body, at: &offset, quote: "'", of: token).scalar
        } else {
            let rune = body.rune(at: 0)
            (scalar, offset) = (rune.scalar, rune.range.upperBound)
        }
        guard offset == body.count else { throw malformed(token) }
        return scalar
    }

    /// Both parts have at most one sign before their digits, and one after an `e`.
    private static func complex(_ text: String) -> NumberConstant? {
        let bytes = Bytes(text)
        let split = bytes.indices.dropFirst().first {
            "+-".utf8.contains(bytes[$0]) && !"eEpP".utf8.contains(bytes[$0 - 1])
        }
        guard let split, let real = goFloat(Bytes(bytes[..<split]).text),
            let imaginary = goFloat(Bytes(bytes[split...].dropLast()).text)
        else { return nil }
        return NumberConstant(real: real, imaginary: imaginary)
    }

    private static let simpleEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    /// The escape that begins at `offset`, which is moved behind it.
    ///
    /// `\x` and octal digits name a byte in strings and a scalar in characters.
    private func escape(
        in body: Bytes, at offset: inout Int, quote: Unicode.Scalar, of token: TemplateToken
    ) throws(LocatedFailure) -> (bytes: Bytes, scalar: Unicode.Scalar) {
        guard offset + 1 < body.count else { throw malformed(token) }
        let letter = body[offset + 1]
        if let byte = Self.simpleEscapes[letter] {
            offset += 2
            return ([byte], Unicode.Scalar(byte))
        }
        if UInt32(letter) == quote.value {
            offset += 2
            return ([letter], quote)
        }
        let isOctal = (0x30...0x37).contains(letter)
        let digitCount = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][letter]
        guard let count = isOctal ? 3 : digitCount else { throw malformed(token) }
        let start = offset + (isOctal ? 1 : 2)
        guard start + count <= body.count,
            let value = GoNumber.unsigned(
                Bytes(body[start..<start + count]), base: isOctal ? 8 : 16),
            let scalar = Unicode.Scalar(UInt32(value)),
            !isOctal || value < 256
        else { throw malformed(token) }
        offset = start + count
        return (isOctal || count == 2 ? [UInt8(value)] : Bytes(String(scalar)), scalar)
    }
}
