/// sprig's functions that change the case of letters.
extension TemplateFunction {
    static let caseFunctions: [String: TemplateFunction] = [
        "upper": text { $0.mappingRunes(\.goUpper) },
        "lower": text { $0.mappingRunes(\.goLower) },
        "title": text(titled),
    ]

    /// Go's `strings.Title`.
    private static func titled(_ text: Bytes) -> Bytes {
        var followsSeparator = true
        return text.mappingRunes { scalar in
            defer { followsSeparator = isSeparator(scalar) }
            return followsSeparator ? scalar.goTitle : scalar
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" || scalar.isGoLetter || scalar.isGoDigit { return false }
        return scalar.isASCII || scalar.isGoSpace
    }
}
