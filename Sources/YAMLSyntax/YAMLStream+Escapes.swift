package import SourceText

extension YAMLStream {
    /// The first `\/` in double quotes, which YAML 1.2 and libyaml allow and go-yaml rejects.
    package var firstEscapedSolidus: SourceSpan? {
        guard source.contains(word: Array(#"\/"#.utf8)) else { return nil }
        for row in tree.rows where row.scalarStyle == .doubleQuoted && row.isDecoded {
            var offset = Int(row.lower)
            while offset + 1 < Int(row.upper) {
                guard source[offset] == UInt8(ascii: "\\") else {
                    offset += 1
                    continue
                }
                if source[offset + 1] == UInt8(ascii: "/") { return SourceSpan(offset, offset + 2) }
                offset += 2
            }
        }
        return nil
    }
}
