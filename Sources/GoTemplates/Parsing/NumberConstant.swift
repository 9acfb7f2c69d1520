import SourceText

/// A number as written, in all the ways that Go would take it.
struct NumberConstant: Sendable {
    private(set) var integer: Int?
    private(set) var float: Double?
    /// Whether it is a float where nothing asks for an integer.
    private(set) var isFloatByNature = false
    /// Whether it is complex where nothing asks for another type.
    private(set) var isComplex = false

    init(character: Unicode.Scalar) {
        integer = Int(character.value)
        float = Double(character.value)
    }

    init(real: Double, imaginary: Double) {
        isComplex = true
        guard imaginary == 0 else { return }
        float = real
        integer = Int(exactly: real)
    }

    /// Nil for what is no number, or an integer that is too large.
    init?(_ text: String) {
        if text.hasSuffix("i"), let value = goFloat(String(text.dropLast())) {
            self = NumberConstant(real: 0, imaginary: value)
            return
        }
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        isFloatByNature = text.contains { (isHexadecimal ? "pP" : ".eEpP").contains($0) }
        integer = GoNumber.integer(Bytes(text), base: 0)
        if let integer {
            float = Double(integer)
        } else if let unsigned = GoNumber.unsigned(Bytes(text), base: 0) {
            float = Double(unsigned)
        } else if isFloatByNature, let value = goFloat(text) {
            float = value
            integer = Int(exactly: value)
        } else {
            return nil
        }
    }
}
