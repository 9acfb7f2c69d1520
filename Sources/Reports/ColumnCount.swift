extension Unicode.Scalar {
    /// How many columns of a terminal the scalar takes: 0, 1 or 2.
    ///
    /// Source: Unicode Standard Annex 11 (wide and fullwidth), and the emoji of Unicode Technical
    /// Standard 51 that are pictures by default. Terminals disagree only on sequences of emoji.
    var columnCount: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        if Self.hangulVowelsAndFinals.contains(where: { $0.contains(value) }) { return 0 }
        return isWide ? 2 : 1
    }

    private var isWide: Bool {
        if Self.wideBlocks.contains(where: { $0.contains(value) }) { return true }
        return properties.isEmojiPresentation && !Self.regionalIndicators.contains(value)
    }

    /// Vowels and finals join the initial consonant before them, which takes both columns.
    private static let hangulVowelsAndFinals: [ClosedRange<UInt32>] = [
        0x1160...0x11FF, 0xD7B0...0xD7FF,
    ]

    /// Two indicators make a flag of two columns, so each takes one.
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Ranges of wide characters, including unassigned ones between them.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initial consonants
        0x2329...0x232A,  // angle brackets
        0x2630...0x2637,  // trigrams
        0x268A...0x268F,  // monograms and digrams
        0x2E80...0x303E,  // CJK radicals and punctuation
        0x3041...0xA4CF,  // kana, CJK ideographs, Yi
        0xA960...0xA97F,  // more Hangul initial consonants
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // compatibility ideographs
        0xFE10...0xFE19,  // vertical forms
        0xFE30...0xFE6F,  // compatibility and small forms
        0xFF01...0xFF60,  // fullwidth forms
        0xFFE0...0xFFE6,  // fullwidth signs
        0x16FE0...0x18DFF,  // Tangut, Khitan
        0x1AFF0...0x1B2FF,  // kana supplements, Nushu
        0x1D300...0x1D376,  // Tai Xuan Jing symbols, counting rods
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x3FFFD,  // further ideographs
    ]
}
