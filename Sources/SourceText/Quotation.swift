extension String {
    /// The text in back-ticks, as messages quote it: empty ones would look like a gap.
    package var quoted: String { isEmpty ? "an empty text" : "`\(self)`" }
}

extension Unicode.Scalar {
    /// The character as messages name it: by its code point as well where it may look like another,
    /// and in words where it cannot be seen.
    package var quoted: String {
        switch self {
        case " ": return "a blank"
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
