extension String {
    /// The text in back-ticks, as messages quote it; words if it is empty.
    package var quoted: String { isEmpty ? "an empty string" : "`\(self)`" }
}

extension [String] {
    /// The texts in back-ticks, as in "`a`, `b` and `c`"; "none" for none.
    package var quoted: String {
        let words = map { "`\($0)`" }
        guard words.count > 1, let last = words.last else { return words.last ?? "none" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Unicode.Scalar {
    /// The character as messages name it.
    ///
    /// With its code point beyond ASCII, because it may look like another character; in words if
    /// it is invisible.
    package var quoted: String {
        switch self {
        case " ": return "a space"
        case "\t": return "a tab"
        case "\n", "\r": return "a line break"
        case "`": return "a back-tick"
        default: break
        }
        if isASCII, value >= 0x20, value != 0x7F { return "`\(self)`" }
        let digits = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
            .surrogate, .unassigned, .nonspacingMark, .enclosingMark:
            return "the character \(code)"
        default: return "`\(self)` (\(code))"
        }
    }
}
