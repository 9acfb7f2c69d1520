import SourceText

/// A number as written, in all the ways that Go would take it.
struct NumberConstant: Sendable {
    var integer: Int?
    var unsigned: UInt64?
    var float: Double?
    /// Whether it is complex where nothing asks for another type.
    var isComplex = false
    /// Whether it is a float where nothing asks for an integer.
    var isFloatByNature = false

    init(character: Unicode.Scalar) {
        integer = Int(character.value)
        unsigned = UInt64(character.value)
        float = Double(character.value)
    }

    init(real: Double, imaginary: Double) {
        isComplex = true
        guard imaginary == 0 else { return }
        float = real
        integer = Int(exactly: real)
        unsigned = UInt64(exactly: real)
    }

    init(_ text: String) throws(NumberProblem) {
        if text.hasSuffix("i"), let value = goFloat(String(text.dropLast())) {
            self.init(real: 0, imaginary: value)
        } else {
            try self.init(real: text)
        }
    }

    private init(real text: String) throws(NumberProblem) {
        unsigned = GoNumber.unsigned(Bytes(text), base: 0)
        integer = GoNumber.integer(Bytes(text), base: 0)
        if integer == 0 { unsigned = 0 }
        if let integer {
            float = Double(integer)
        } else if let unsigned {
            float = Double(unsigned)
        } else if let value = goFloat(text) {
            guard text.contains(where: { ".eEpP".contains($0) }) else { throw .overflow }
            float = value
            integer = Int(exactly: value)
            unsigned = UInt64(exactly: value)
        } else {
            throw .malformed
        }
        isFloatByNature = Self.looksLikeFloat(text)
    }

    private static func looksLikeFloat(_ text: String) -> Bool {
        let isHexadecimal = text.utf8.count > 2 && (text.hasPrefix("0x") || text.hasPrefix("0X"))
        if isHexadecimal, !text.contains(where: { "pP".contains($0) }) { return false }
        return text.contains { ".eEpP".contains($0) }
    }
}

/// Why a word that begins like a number is none.
enum NumberProblem: Error {
    case malformed
    case overflow
}
