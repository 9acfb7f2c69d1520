import SourceText

/// Writes values in block style, with line breaks in long texts where go-yaml has them.
struct YAMLBlockWriter {
    private static let indentation = 2
    /// A blank after this column becomes a line break.
    private static let width = 80
    /// A longer key, in bytes, is written after a question mark.
    private static let keyLimit = 128

    private(set) var text = ""
    /// In scalars.
    private var column = 0

    mutating func write(document: YAMLValue) {
        switch document {
        case .text(let text): write(text, at: Self.indentation, breaksLines: true)
        case .mapping(let members) where members.isEmpty: put("{}")
        case .mapping(let members): write(members, at: 0)
        }
        put("\n")
    }

    /// Starts a line for every member except the first.
    private mutating func write(_ members: [String: YAMLValue], at indent: Int) {
        // By bytes first: Go's order is not transitive, so the result must not depend on hashing.
        let sorted = members.sorted { $0.key.bytesPrecede($1.key) }
            .sorted { YAMLKeyOrder.precedes($0.key, $1.key) }
        for (number, (key, value)) in sorted.enumerated() {
            if number > 0 { startLine(at: indent) }
            write(key: key, at: indent)
            write(value, under: indent)
        }
    }

    private mutating func write(key: String, at indent: Int) {
        guard key.utf8.count > Self.keyLimit else {
            return write(key, at: indent, breaksLines: false)
        }
        put("? ")
        write(key, at: indent + Self.indentation, breaksLines: true)
        startLine(at: indent)
    }

    private mutating func write(_ value: YAMLValue, under indent: Int) {
        let inner = indent + Self.indentation
        put(":")
        switch value {
        case .text(let text):
            put(" ")
            write(text, at: inner, breaksLines: true)
        case .mapping(let members) where members.isEmpty:
            put(" {}")
        case .mapping(let members):
            startLine(at: inner)
            write(members, at: inner)
        }
    }

    private mutating func write(_ text: String, at indent: Int, breaksLines: Bool) {
        let scalars = Array(text.unicodeScalars)
        switch YAMLScalarStyle(writing: text, isKey: !breaksLines) {
        case .plain: writeFlow(scalars, at: indent, quote: "", breaksLines: breaksLines)
        case .singleQuoted: writeFlow(scalars, at: indent, quote: "'", breaksLines: breaksLines)
        case .doubleQuoted: writeDoubleQuoted(scalars, at: indent, breaksLines: breaksLines)
        case .literal, .folded: writeLiteral(scalars, at: indent)
        }
    }

    /// Writes a plain or single-quoted text; quotes in the latter are doubled.
    private mutating func writeFlow(
        _ scalars: [Unicode.Scalar], at indent: Int, quote: String, breaksLines: Bool
    ) {
        put(quote)
        var isAfterBlank = false
        for (place, scalar) in scalars.enumerated() {
            let isBlank = scalar == " "
            let mayBreak =
                breaksLines && isBlank && !isAfterBlank && column > Self.width
                && place > 0 && place + 1 < scalars.count && scalars[place + 1] != " "
            if mayBreak {
                startLine(at: indent)
            } else if !quote.isEmpty, scalar == "'" {
                put("''")
            } else {
                put(scalar)
            }
            isAfterBlank = isBlank
        }
        put(quote)
    }

    private mutating func writeDoubleQuoted(
        _ scalars: [Unicode.Scalar], at indent: Int, breaksLines: Bool
    ) {
        put("\"")
        var isAfterBlank = false
        for (place, scalar) in scalars.enumerated() {
            let isBlank = scalar == " "
            if breaksLines, isBlank, !isAfterBlank, column > Self.width, place > 0,
                place + 1 < scalars.count
            {
                startLine(at: indent)
                // Leading blanks of a line are not part of the text.
                if scalars[place + 1] == " " { put("\\") }
            } else {
                put(scalar.yamlEscape ?? String(scalar))
            }
            isAfterBlank = isBlank
        }
        put("\"")
    }

    /// Writes a literal block, whose header preserves leading blanks and trailing line breaks.
    private mutating func writeLiteral(_ scalars: [Unicode.Scalar], at indent: Int) {
        put("|")
        if let first = scalars.first, first == " " || first == "\n" { put("\(Self.indentation)") }
        if scalars.last != "\n" {
            put("-")
        } else if scalars.dropLast().last.map({ $0 == "\n" }) ?? true {
            put("+")
        }
        put("\n")
        for scalar in scalars {
            if column == 0, scalar != "\n" { put(String(repeating: " ", count: indent)) }
            put(scalar)
        }
        // The last line break is written before the next key.
        if scalars.last == "\n" { text.unicodeScalars.removeLast() }
    }

    private mutating func startLine(at indent: Int) {
        put("\n")
        put(String(repeating: " ", count: indent))
    }

    private mutating func put(_ text: String) {
        for scalar in text.unicodeScalars { put(scalar) }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        column = scalar == "\n" ? 0 : column + 1
    }
}
