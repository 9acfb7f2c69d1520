/// The words that snake case and kebab case are made of.
///
/// Source: huandu/xstrings v1.5.0, `ToSnakeCase` and `ToKebabCase`.
struct CaseWords {
    private enum Kind {
        case number
        case capitals
        case letters
        case connector
        case punctuation
        case other
        /// Bytes that are not UTF-8, or the end.
        case invalid
    }

    /// A scalar with the bytes before it that are not UTF-8; the last one also has those behind.
    private struct Unit {
        let scalar: Unicode.Scalar
        var bytes: Bytes
    }

    private struct Word {
        let kind: Kind
        let units: ArraySlice<Unit>
    }

    private var rest: ArraySlice<Unit>
    private let connector: Unicode.Scalar
    private var result = Bytes()

    static func joined(_ text: Bytes, by connector: Unicode.Scalar) -> Bytes {
        var words = CaseWords(rest: units(of: text)[...], connector: connector)
        return words.run()
    }

    private static func units(of text: Bytes) -> [Unit] {
        var units: [Unit] = []
        var pending = Bytes()
        for (rune, range) in text.rangedRunes {
            pending += text[range]
            guard rune.scalar != "\u{FFFD}" else { continue }
            units.append(Unit(scalar: rune.scalar, bytes: pending))
            pending = []
        }
        guard let last = units.indices.last else {
            return pending.isEmpty ? [] : [Unit(scalar: "\u{FFFD}", bytes: pending)]
        }
        units[last].bytes += pending
        return units
    }

    private init(rest: ArraySlice<Unit>, connector: Unicode.Scalar) {
        self.rest = rest
        self.connector = connector
    }

    static func isConnector(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "_" || scalar.isGoSpace
    }

    private mutating func run() -> Bytes {
        guard !rest.isEmpty else { return [] }
        var word = next()
        while !rest.isEmpty {
            if word.kind != .connector { write(word) }
            let previous = word
            word = next()
            switch previous.kind {
            case .number: followNumber(&word)
            case .connector: write(previous)
            case .punctuation: break
            default: followLetters(&word)
            }
        }
        write(word)
        return result
    }

    /// Letters after a number belong to it.
    private mutating func followNumber(_ word: inout Word) {
        takeTail(&word)
        connect(before: word, unless: [.invalid, .punctuation, .connector])
    }

    /// A number after letters belongs to them, unless small letters follow it in turn.
    private mutating func followLetters(_ word: inout Word) {
        guard word.kind == .number else {
            return connect(before: word, unless: [.connector, .punctuation])
        }
        guard !rest.isEmpty else { return }
        let number = word
        word = next()
        guard word.kind == .letters else {
            write(number)
            return connect(before: word, unless: [.connector, .punctuation])
        }
        result.append(connector)
        write(number)
        takeTail(&word)
        connect(before: word, unless: [.invalid, .connector, .punctuation])
    }

    private mutating func takeTail(_ word: inout Word) {
        while word.kind == .letters || word.kind == .number {
            write(word)
            word = next()
        }
    }

    private mutating func connect(before word: Word, unless kinds: [Kind]) {
        if !kinds.contains(word.kind) { result.append(connector) }
    }

    private mutating func write(_ word: Word) {
        for unit in word.units {
            guard word.kind == .connector || word.kind == .capitals else {
                result += unit.bytes
                continue
            }
            for rune in unit.bytes.runes {
                result.append(Self.isConnector(rune.scalar) ? connector : rune.scalar.goLower)
            }
        }
    }

    // MARK: Words

    private mutating func next() -> Word {
        guard let first = rest.first else { return Word(kind: .invalid, units: []) }
        let kind = Self.kind(of: first.scalar)
        let end: Int
        switch kind {
        case .connector: end = run(while: Self.isConnector)
        case .punctuation: end = run(while: \.isGoPunctuation)
        case .number: end = run(while: \.isGoNumber)
        case .letters: end = run { Self.isLetter($0) && !$0.isGoUpper }
        case .capitals: end = endOfCapitals
        case .other:
            end = run {
                !Self.isConnector($0) && !Self.isLetter($0) && !$0.isGoNumber
                    && !$0.isGoPunctuation
            }
        case .invalid: end = rest.startIndex + 1
        }
        let word = Word(kind: kind, units: rest[..<end])
        rest = rest[end...]
        return word
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar == "\u{FFFD}" { return .invalid }
        if isConnector(scalar) { return .connector }
        if scalar.isGoPunctuation { return .punctuation }
        if scalar.isGoUpper { return .capitals }
        if isLetter(scalar) { return .letters }
        return scalar.isGoNumber ? .number : .other
    }

    /// All letters but ideographs, by the ranges that xstrings knows.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x4E00...0x9FCC, 0x3400...0x4D85, 0x20000...0x2B81D: false
        default: scalar.isGoLetter
        }
    }

    private func run(while isPart: (Unicode.Scalar) -> Bool) -> Int {
        rest.dropFirst().firstIndex { !isPart($0.scalar) } ?? rest.endIndex
    }

    /// One capital with small letters, or several of which the last begins the next word.
    private var endOfCapitals: Int {
        let second = rest.startIndex + 1
        guard second < rest.endIndex else { return second }
        guard rest[second].scalar.isGoUpper else {
            guard Self.isLetter(rest[second].scalar) else { return second }
            return run { Self.isLetter($0) && !$0.isGoUpper }
        }
        let end = run(while: \.isGoUpper)
        return end < rest.endIndex && Self.isLetter(rest[end].scalar) ? end - 1 : end
    }
}
