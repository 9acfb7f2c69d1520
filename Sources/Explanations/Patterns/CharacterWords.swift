import RegularLanguages

/// Words for one or more characters of a set: "a digit", "7 hexadecimal digits".
struct CharacterWords {
    /// One of them.
    let singular: String
    private let plural: String
    private let isAny: Bool

    /// Nil where no tag contains such a character.
    init?(_ characters: ASCIISet) {
        guard !characters.isEmpty else { return nil }
        isAny = characters == TagUniverse.characters
        if let (singular, plural) = Self.names[characters] {
            self.singular = singular
            self.plural = plural
        } else {
            let text = Self.text(of: characters)
            singular = "one of `\(text)`"
            plural = "characters of `\(text)`"
        }
    }

    /// Several of them.
    func words(for count: Repetition) -> String {
        switch (count.minimum, count.maximum) {
        case (0, 0): ""
        case (1, 1): singular
        case (0, 1): "perhaps \(singular)"
        case (0, nil): isAny ? "anything" : "\(plural) or nothing"
        case (1, nil): isAny ? "one or more characters" : plural
        case (let least, nil): "at least \(least) \(plural)"
        case (0, let most?): "up to \(most) \(plural)"
        case (let least, let most?):
            least == most ? "\(least) \(plural)" : "\(least) to \(most) \(plural)"
        }
    }

    private static let names: [ASCIISet: (String, String)] = {
        let letters = ASCIISet.upperCase.union(.lowerCase)
        let lowerHex = ASCIISet.digits.union(ASCIISet(0x61...0x66))
        let upperHex = ASCIISet(0x41...0x46)
        return [
            .digits: ("a digit", "digits"),
            .lowerCase: ("a lower-case letter", "lower-case letters"),
            .upperCase: ("an upper-case letter", "upper-case letters"),
            letters: ("a letter", "letters"),
            .digits.union(.lowerCase): (
                "a lower-case letter or digit", "lower-case letters and digits"
            ),
            .digits.union(letters): ("a letter or digit", "letters and digits"),
            lowerHex: ("a hexadecimal digit", "hexadecimal digits"),
            lowerHex.union(upperHex): (
                "a hexadecimal digit in either case", "hexadecimal digits in either case"
            ),
            .word: ("a letter, digit or `_`", "letters, digits and `_`"),
            TagUniverse.characters: ("any character", "characters"),
        ]
    }()

    /// The characters as a class would list them, ranges of three and more cut short.
    private static func text(of characters: ASCIISet) -> String {
        var text = ""
        var rest = Array(characters)[...]
        while let first = rest.first {
            var count = 1
            while count < rest.count, rest[rest.startIndex + count] == first + UInt8(count) {
                count += 1
            }
            let run = rest.prefix(count).map { String(Unicode.Scalar($0)) }
            text += run.count > 2 ? "\(run[0])-\(run[count - 1])" : run.joined()
            rest = rest.dropFirst(count)
        }
        return text
    }
}
