import RegularLanguages
import SemanticVersions

extension TagExpression {
    /// Decimal numbers without leading zeros; a `most` of nil means no upper bound.
    static func number(from least: UInt64, through most: UInt64?) -> TagExpression {
        let low = Array(String(least).utf8)
        let nines = low.map { _ in UInt8(ascii: "9") }
        guard let most else {
            return digits(from: low[...], through: nines[...])
                | longNumber(minimum: low.count + 1, maximum: nil)
        }
        guard least <= most else { return .nothing }
        let high = Array(String(most).utf8)
        guard low.count < high.count else { return digits(from: low[...], through: high[...]) }
        let power = [UInt8(ascii: "1")] + high.dropFirst().map { _ in UInt8(ascii: "0") }
        let isNextLength = low.count + 1 == high.count
        return .choice([
            digits(from: low[...], through: nines[...]),
            isNextLength
                ? .nothing : longNumber(minimum: low.count + 1, maximum: high.count - 1),
            digits(from: power[...], through: high[...]),
        ])
    }

    /// All numbers with between `minimum`, at least two, and `maximum` digits.
    private static func longNumber(minimum: Int, maximum: Int?) -> TagExpression {
        .characters(ASCIISet(charactersOf: "123456789"))
            + .repetition(
                .characters(.digits), minimum: minimum - 1, maximum: maximum.map { $0 - 1 })
    }

    /// The numbers between two others with the same count of digits.
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
    /// The pre-release identifiers strictly between two others; nil means no bound.
    ///
    /// Always includes numbers of 20 or more digits, whose order depends on the 64-bit limit.
    static func identifier(
        above least: PreReleaseIdentifier?, below most: PreReleaseIdentifier?
    ) -> TagExpression {
        if least == nil, most == nil { return anyIdentifier }
        var choices = [longNumber(minimum: 20, maximum: nil)]
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
    /// At least one character that is not a digit.
    private static let anyWord =
        zeroOrMore(.characters(.digits)) + .characters(nonDigits) + anything
    private static let anyIdentifier = number(from: 0, through: nil) | anyWord

    /// The continuations of a prefix with which a word lies strictly between two texts.
    ///
    /// `low` and `high` are the rest of each text after the prefix, nil once the order is decided;
    /// `isWord` is whether the prefix contains a character that is not a digit.
    private static func word(
        above low: ArraySlice<UInt8>?, below high: ArraySlice<UInt8>?, isWord: Bool = false
    ) -> TagExpression {
        if low == nil, high == nil { return isWord ? anything : anyWord }
        // Continuations of the upper text are above it.
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

extension ASCIISet {
    /// The characters strictly between two others; nil means no bound.
    fileprivate static func between(_ least: UInt8?, _ most: UInt8?) -> ASCIISet {
        let above = least.map { all.subtracting(ASCIISet(0...$0)) } ?? all
        let below = most.map { all.subtracting(ASCIISet($0...0x7F)) } ?? all
        return above.intersection(below)
    }
}
