import SourceText

extension String {
    /// Short, and without what a terminal obeys: for texts that others chose.
    package var shown: String {
        let limit = 200
        let text = unicodeScalars.prefix(limit).map { scalar in
            scalar.isASCII && (0x20..<0x7F).contains(scalar.value)
                ? String(scalar) : scalar.escaped(asASCII: true)
        }.joined()
        return unicodeScalars.count > limit ? text + "…" : text
    }
}
