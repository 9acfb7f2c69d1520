/// The code points that differ only in case, as in Go's `unicode.SimpleFold`, as far as the
/// standard library knows them: all but a few letters such as the capital ß.
enum CaseFolding {
    /// The two code points beyond ASCII with ASCII variants: ſ and the Kelvin sign.
    static let beyondASCII: [(point: UInt32, letters: ASCIISet)] = [
        (0x17F, ASCIISet(charactersOf: "sS")), (0x212A, ASCIISet(charactersOf: "kK")),
    ]

    /// Returns `point` and the code points that differ from it in case only.
    static func variants(of point: UInt32) -> Set<UInt32> {
        guard let scalar = Unicode.Scalar(point) else { return [point] }
        let upper = simple(scalar.properties.uppercaseMapping) ?? scalar
        let lower = simple(scalar.properties.lowercaseMapping) ?? scalar
        let both = [
            scalar, upper, lower, simple(upper.properties.lowercaseMapping),
            simple(lower.properties.uppercaseMapping),
        ]
        return Set(both.compactMap { $0?.value })
    }

    /// The one code point of a mapping; nil for a mapping to several.
    private static func simple(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }
}
