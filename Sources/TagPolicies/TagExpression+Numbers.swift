import RegularLanguages

extension TagExpression {
    /// At least the texts that `goFloat` accepts; some of them are too large for it.
    ///
    /// Without the sign plus, which tags cannot contain.
    static let goFloat = choice([
        optional(literal("-"))
            + choice([
                word("inf") + optional(word("inity")),
                mantissa(of: .digits) + optional(exponent(after: "e")),
                literal("0") + word("x") + optional(literal("_")) + mantissa(of: .hexadecimal)
                    + exponent(after: "p"),
            ]),
        word("nan"),
    ])

    private static func mantissa(of set: ASCIISet) -> TagExpression {
        choice([digits(set) + optional(fraction(of: set)), literal(".") + digits(set)])
    }

    private static func fraction(of set: ASCIISet) -> TagExpression {
        literal(".") + optional(digits(set))
    }

    private static func exponent(after letter: String) -> TagExpression {
        word(letter) + optional(literal("-")) + digits(.digits)
    }

    /// Digits, with underscores between them.
    private static func digits(_ set: ASCIISet) -> TagExpression {
        characters(set) + zeroOrMore(optional(literal("_")) + characters(set))
    }

    /// The letters of `text` in either case.
    private static func word(_ text: String) -> TagExpression {
        sequence(text.utf8.map { characters(ASCIISet($0).union(ASCIISet($0 ^ 0x20))) })
    }
}

extension ASCIISet {
    fileprivate static let hexadecimal = digits.union(ASCIISet(charactersOf: "abcdefABCDEF"))
}
