import SourceText
import Testing

@Suite struct QuotationTests {
    @Test(
        arguments: [
            ("\"", "`\"`"), ("\\", "`\\`"), ("`", "a back-tick"), (" ", "a space"),
            ("\n", "a line break"),
            ("\t", "a tab"), ("é", "`é` (U+00E9)"), ("–", "`–` (U+2013)"),
            ("\u{202E}", "the character U+202E"), ("\u{A0}", "the character U+00A0"),
            ("\u{1B}", "the character U+001B"),
        ] as [(Unicode.Scalar, String)])
    func `ambiguous and invisible characters are named`(character: Unicode.Scalar, words: String) {
        #expect(character.quoted == words)
    }

    @Test func `an empty text is described in words`() {
        #expect("".quoted == "an empty string" && "a".quoted == "`a`")
    }
}
