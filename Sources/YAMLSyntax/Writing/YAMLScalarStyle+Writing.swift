extension YAMLScalarStyle {
    /// The style in which go-yaml 2 writes a text: the plainest possible one, never folded.
    ///
    /// Source: go-yaml 2.4, `stringv` in `encode.go` and `yaml_emitter_analyze_scalar`.
    init(writing text: String, isKey: Bool) {
        let analysis = YAMLScalarAnalysis(text)
        if text.unicodeScalars.contains("\n") {
            self = analysis.allowsBlock && !isKey ? .literal : .doubleQuoted
        } else if plainScalarType(of: text, schema: .yaml11) != .string || text.isBase60Number {
            // A plain text would be read as another type.
            self = .doubleQuoted
        } else if analysis.allowsPlain {
            self = .plain
        } else {
            self = analysis.allowsSingleQuotes ? .singleQuoted : .doubleQuoted
        }
    }
}

/// The styles that preserve a text.
private struct YAMLScalarAnalysis {
    private(set) var allowsPlain = true
    private(set) var allowsSingleQuotes = true
    private(set) var allowsBlock = true

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        if scalars.starts(with: "---".unicodeScalars) || scalars.starts(with: "...".unicodeScalars)
            || scalars.first == " " || scalars.last == " "
        {
            allowsPlain = false
        }
        if scalars.last == " " { allowsBlock = false }
        for (place, scalar) in scalars.enumerated() {
            let before = place > 0 ? scalars[place - 1] : nil
            let after = place + 1 < scalars.count ? scalars[place + 1] : nil
            if scalar.isIndicator(after: before, before: after) { allowsPlain = false }
            if scalar.isYAMLBreak {
                allowsPlain = false
                if before == " " { forbidAllButEscapes() }
            } else if scalar == " ", before?.isYAMLBreak == true {
                allowsSingleQuotes = false
                allowsPlain = false
            }
            if scalar.yamlEscape != nil, !["\n", "\"", "\\"].contains(scalar) {
                forbidAllButEscapes()
            }
        }
    }

    private mutating func forbidAllButEscapes() {
        (allowsPlain, allowsSingleQuotes, allowsBlock) = (false, false, false)
    }
}

extension Unicode.Scalar {
    fileprivate var isYAMLBreak: Bool { self == "\n" }

    /// Whether the character has a meaning in YAML at its place in a plain text.
    fileprivate func isIndicator(
        after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Bool {
        let endsHere = next == nil || next == " " || next == "\t"
        guard let previous else {
            return "#,[]{}&*!|>'\"%@`".unicodeScalars.contains(self)
                || ("?:-".unicodeScalars.contains(self) && endsHere)
        }
        let begins = previous == " " || previous == "\t" || previous.isYAMLBreak
        return self == ":" ? endsHere : self == "#" && begins
    }

    /// The escape for the character between double quotes; nil if it needs none.
    ///
    /// As in go-yaml 2, all characters of more than three bytes have one. Unlike there, so do the
    /// line and paragraph separators, because terminals may act on them.
    var yamlEscape: String? {
        switch self {
        case "\0": "\\0"
        case "\u{7}": "\\a"
        case "\u{8}": "\\b"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\u{B}": "\\v"
        case "\u{C}": "\\f"
        case "\r": "\\r"
        case "\u{1B}": "\\e"
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{85}": "\\N"
        case "\u{2028}": "\\L"
        case "\u{2029}": "\\P"
        case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}": nil
        default: hexadecimalEscape
        }
    }

    private var hexadecimalEscape: String {
        let digits = String(value, radix: 16, uppercase: true)
        let (letter, count) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
    }
}

extension String {
    /// Whether YAML 1.1 reads the text as hours, minutes and seconds, as in `12:30`.
    ///
    /// ```
    /// number = ["-" | "+"] digit {digit | "_"} {":" ["0"…"5"] digit} ["." {digit | "_"}]
    /// ```
    /// with at least one colon.
    fileprivate var isBase60Number: Bool {
        wholeMatch(of: /[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?/) != nil
    }
}
