import RegularLanguages
import SemanticVersions

extension TagExpression {
    /// Decimal numbers without leading zeros, of at most 20 digits where there is no upper end.
    static func number(from least: UInt64, through most: UInt64?) -> TagExpression {
        if let most, least > most { return .nothing }
        let low = Array(String(least).utf8)
        let high =
            most.map { Array(String($0).utf8) }
            ?? Array(repeating: UInt8(ascii: "9"), count: maximumDigits)
        guard low.count < high.count else { return digits(from: low[...], through: high[...]) }
        let inBetween = low.count..<high.count - 1
        let nines = Array(repeating: UInt8(ascii: "9"), count: low.count)
        let power = [UInt8(ascii: "1")] + Array(repeating: UInt8(ascii: "0"), count: high.count - 1)
        return .choice([
            digits(from: low[...], through: nines[...]),
            inBetween.isEmpty
                ? .nothing
                : .characters(ASCIISet(charactersOf: "123456789"))
                    + .repetition(
                        .characters(.digits), minimum: inBetween.lowerBound,
                        maximum: inBetween.upperBound - 1),
            digits(from: power[...], through: high[...]),
        ])
    }

    private static let maximumDigits = 20

    /// Numbers between two of equally many digits.
    private static func digits(
        from low: ArraySlice<UInt8>, through high: ArraySlice<UInt8>
    ) -> TagExpression {
        guard let least = low.first, let most = high.first else { return .empty }
        let isFull =
            low.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
            && high.dropFirst().allSatisfy { $0 == UInt8(ascii: "9") }
        if isFull {
            return .characters(ASCIISet(least...most))
                + .repetition(
                    .characters(.digits), minimum: low.count - 1, maximum: low.count - 1)
        }
        if least == most {
            return .characters(ASCIISet(least))
                + digits(from: low.dropFirst(), through: high.dropFirst())
        }
        let zeros = low.dropFirst().map { _ in UInt8(ascii: "0") }
        let nines = low.dropFirst().map { _ in UInt8(ascii: "9") }
        return .choice([
            .characters(ASCIISet(least)) + digits(from: low.dropFirst(), through: nines[...]),
            most - least < 2
                ? .nothing
                : .characters(ASCIISet(least + 1...most - 1))
                    + .repetition(
                        .characters(.digits), minimum: zeros.count, maximum: zeros.count),
            .characters(ASCIISet(most)) + digits(from: zeros[...], through: high.dropFirst()),
        ])
    }
}

extension TagExpression {
    /// The pre-release identifiers strictly between two others; nil is no bound.
    ///
    /// All digits, 20 or more of them, are always in: where they stand depends on 64 bits.
    static func identifier(
        above least: PreReleaseIdentifier?, below most: PreReleaseIdentifier?
    ) -> TagExpression {
        var choices: [TagExpression] = [manyDigits]
        switch (least, most) {
        case (.word, .number): break
        case (.word(let low), .word(let high)):
            choices.append(word(above: Array(low.utf8)[...], below: Array(high.utf8)[...]))
        case (.word(let low), nil):
            choices.append(word(above: Array(low.utf8)[...], below: nil))
        case (.number, .number), (nil, .number):
            choices.append(number(above: least, below: most))
        case (_, .word(let high)):
            choices += [
                number(above: least, below: nil), word(above: nil, below: Array(high.utf8)[...]),
            ]
        case (_, nil):
            choices += [number(above: least, below: nil), anyWord]
        }
        return .choice(choices)
    }

    private static func number(
        above least: PreReleaseIdentifier?, below most: PreReleaseIdentifier?
    ) -> TagExpression {
        var first: UInt64 = 0
        var last: UInt64?
        if case .number(let value) = least {
            guard value < .max else { return .nothing }
            first = value + 1
        }
        if case .number(let value) = most {
            guard value > 0 else { return .nothing }
            last = value - 1
        }
        return number(from: first, through: last)
    }

    private static let nonDigits =
        ASCIISet.upperCase.union(.lowerCase).union(ASCIISet(charactersOf: "-"))
    private static let identifierCharacters = nonDigits.union(.digits)
    private static let anything = zeroOrMore(.characters(identifierCharacters))
    /// At least one character that is no digit.
    private static let anyWord =
        zeroOrMore(.characters(.digits)) + .characters(nonDigits) + anything
    private static let manyDigits =
        TagExpression.characters(ASCIISet(charactersOf: "123456789"))
        + .repetition(.characters(.digits), minimum: 19, maximum: nil)

    /// What may follow the beginning of a word so that all of it lies strictly between two texts.
    ///
    /// Of each text there is the part behind the beginning, or nil once the order is decided;
    /// `isWord` is whether the beginning holds a character that is no digit.
    private static func word(
        above low: ArraySlice<UInt8>?, below high: ArraySlice<UInt8>?, isWord: Bool = false
    ) -> TagExpression {
        if low == nil, high == nil { return isWord ? anything : anyWord }
        // Whatever goes on where the upper text ends is above it.
        guard high?.isEmpty != true else { return .nothing }
        let least = low?.first
        let most = high?.first
        var choices: [TagExpression] = isWord && low == nil ? [.empty] : []
        func step(
            _ character: UInt8, above low: ArraySlice<UInt8>?, below high: ArraySlice<UInt8>?
        ) {
            let isWord = isWord || nonDigits.contains(character)
            choices.append(
                .characters(ASCIISet(character))
                    + word(above: low?.dropFirst(), below: high?.dropFirst(), isWord: isWord))
        }
        if let least, least == most {
            step(least, above: low, below: high)
            return .choice(choices)
        }
        if let least, let most, least > most { return .choice(choices) }
        if let least { step(least, above: low, below: nil) }
        if let most { step(most, above: nil, below: high) }
        let between = identifierCharacters.intersection(.between(least, most))
        choices += [
            .characters(between.intersection(nonDigits)) + anything,
            .characters(between.intersection(.digits)) + (isWord ? anything : anyWord),
        ]
        return .choice(choices)
    }
}

extension TagExpression {
    /// A `+` and identifiers with at least so many dots; or, without dots to find, nothing.
    static func metadata(leastDots: Int) -> TagExpression {
        let identifier = oneOrMore(.characters(identifierCharacters))
        let more = repetition(
            .literal(".") + identifier, minimum: leastDots, maximum: nil)
        let metadata = .literal("+") + identifier + more
        return leastDots == 0 ? .optional(metadata) : metadata
    }
}

extension ASCIISet {
    /// The characters strictly between two others; nil is no bound.
    fileprivate static func between(_ least: UInt8?, _ most: UInt8?) -> ASCIISet {
        let above = least.map { all.subtracting(ASCIISet(0...$0)) } ?? all
        let below = most.map { all.subtracting(ASCIISet($0...0x7F)) } ?? all
        return above.intersection(below)
    }
}
