/// Splits a filter into tokens.
struct FilterLexer {
    enum Token: Hashable, Sendable {
        case name(String)
        case int(Int64)
        case double(Double)
        case string(String)
        case symbol(String)
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    static func tokens(of text: String) throws(FilterProblem) -> [Token] {
        var lexer = FilterLexer(scalars: Array(text.unicodeScalars))
        var tokens: [Token] = []
        while let token = try lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private func scalar(_ offset: Int = 0) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    private mutating func next() throws(FilterProblem) -> Token? {
        while let scalar = scalar(), " \t\n\r\u{C}".unicodeScalars.contains(scalar) {
            position += 1
        }
        guard let first = scalar() else { return nil }
        if first == "/", scalar(1) == "/" {
            while let scalar = scalar(), scalar != "\n" { position += 1 }
            return try next()
        }
        if first == "\"" || first == "'" { return .string(try string(isRaw: false)) }
        if first == "r" || first == "R", scalar(1) == "\"" || scalar(1) == "'" {
            position += 1
            return .string(try string(isRaw: true))
        }
        if first.isDigit || (first == "." && scalar(1)?.isDigit == true) { return try number() }
        if first.isLetter { return try name() }
        return try symbol(first)
    }

    private mutating func name() throws(FilterProblem) -> Token {
        let text = take { $0.isLetter || $0.isDigit }
        if scalar() == "\"" || scalar() == "'" { throw .notSupported(text) }
        return .name(text)
    }

    private mutating func symbol(_ first: Unicode.Scalar) throws(FilterProblem) -> Token {
        let pair = scalar(1).map { "\(first)\($0)" } ?? ""
        if ["==", "!=", "<=", ">=", "&&", "||"].contains(pair) {
            position += 2
            return .symbol(pair)
        }
        guard "()[]{}.,?:!<>+-*/%".unicodeScalars.contains(first) else {
            throw .unexpected(String(first))
        }
        position += 1
        return .symbol(String(first))
    }

    private mutating func number() throws(FilterProblem) -> Token {
        let text = take { $0.isLetter || $0.isDigit || $0 == "." }
        var exponent = ""
        if text.hasSuffix("e") || text.hasSuffix("E"), !text.hasPrefix("0x"),
            scalar() == "+" || scalar() == "-"
        {
            exponent = String(scalars[position])
            position += 1
            exponent += take(while: \.isDigit)
        }
        let whole = text + exponent
        if whole.hasPrefix("0x") || whole.hasPrefix("0X") {
            guard let value = Int64(whole.dropFirst(2), radix: 16) else { throw .unexpected(whole) }
            return .int(value)
        }
        if whole.allSatisfy({ ("0"..."9").contains($0) }) {
            guard let value = Int64(whole) else { throw .unexpected(whole) }
            return .int(value)
        }
        guard whole.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }),
            !whole.hasSuffix("."), let value = Double(whole), value.isFinite
        else { throw .notSupported(whole) }
        return .double(value)
    }

    private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let scalar = scalar(), isPart(scalar) { position += 1 }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }
}

extension FilterLexer {
    /// Reads a string from its quote on.
    private mutating func string(isRaw: Bool) throws(FilterProblem) -> String {
        let quote = scalars[position]
        if scalar(1) == quote, scalar(2) == quote {
            throw .notSupported("\(quote)\(quote)\(quote)")
        }
        position += 1
        var text = String.UnicodeScalarView()
        while let next = scalar() {
            position += 1
            if next == quote { return String(text) }
            if next == "\n" || next == "\r" { throw .unexpected("a line break in a string") }
            text.append(next == "\\" && !isRaw ? try escape() : next)
        }
        throw .unexpectedEnd
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(FilterProblem) -> Unicode.Scalar {
        guard let letter = scalar() else { throw .unexpectedEnd }
        position += 1
        switch letter {
        case "\\", "\"", "'", "`", "?": return letter
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "v": return "\u{B}"
        case "x", "X": return try code(digits: 2, radix: 16)
        case "u": return try code(digits: 4, radix: 16)
        case "U": return try code(digits: 8, radix: 16)
        case "0"..."3":
            position -= 1
            return try code(digits: 3, radix: 8)
        default: throw .unexpected("\\\(letter)")
        }
    }

    private mutating func code(digits: Int, radix: Int) throws(FilterProblem) -> Unicode.Scalar {
        guard position + digits <= scalars.count else { throw .unexpectedEnd }
        let text = String(String.UnicodeScalarView(scalars[position..<position + digits]))
        position += digits
        guard let value = UInt32(text, radix: radix), let scalar = Unicode.Scalar(value) else {
            throw .unexpected(text)
        }
        return scalar
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// A letter of a name.
    fileprivate var isLetter: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
    }
}
