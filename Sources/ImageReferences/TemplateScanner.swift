import SourceText

/// Finds the parts of a text that a template engine or another tool fills in.
///
/// ```
/// hole = "${" … "}" | "$(" … ")" | "$" name | "$$" | "{{" … "}}" | "#{" … "}" | "[[" … "]]"
///      | "((" … "))" | "<" … ">" | "ENC[" … "]" | "ko://" … | "@" placeholder "@" | placeholder
/// placeholder = upper-case words with "_" between
/// ```
/// Braces and parentheses nest, `{{` skips string literals, and an unclosed hole runs to the end.
/// `ENC` marks values encrypted by SOPS, `ko` images built by ko; a placeholder outside of `@` is
/// a component of its own. None of these occur in valid references, so reading a text as a
/// template can hide an error but never report a false one.
struct TemplateScanner {
    /// Ascending, not empty, without overlap, in UTF-8 offsets.
    let holes: [Range<Int>]
    /// Whether `{{ if … }}` or the like decides which text outside the holes remains.
    let hasControlFlow: Bool

    init(_ bytes: [UInt8]) {
        var holes: [Range<Int>] = []
        var hasControlFlow = false
        var offset = 0
        while offset < bytes.count {
            guard offset == 0 || Self.canBeginHole(bytes[offset]),
                let end = Self.endOfHole(in: bytes, at: offset)
            else {
                offset += 1
                continue
            }
            hasControlFlow = hasControlFlow || Self.isControlFlow(bytes[offset..<end])
            holes.append(offset..<end)
            offset = end
        }
        self.holes = holes
        self.hasControlFlow = hasControlFlow
    }

    private static let delimiters: [(open: [UInt8], close: [UInt8], nests: Bool)] = [
        (Array("${".utf8), Array("}".utf8), true),
        (Array("$(".utf8), Array(")".utf8), true),
        (Array("{{".utf8), Array("}}".utf8), false),
        (Array("#{".utf8), Array("}".utf8), true),
        (Array("[[".utf8), Array("]]".utf8), false),
        (Array("((".utf8), Array("))".utf8), false),
        (Array("<".utf8), Array(">".utf8), false),
        (Array("ENC[".utf8), Array("]".utf8), true),
    ]

    /// Whether a hole may begin with this byte; at the start of a text, `ko://` may as well.
    private static func canBeginHole(_ byte: UInt8) -> Bool {
        byte.isUpper || "${#[(<@".utf8.contains(byte)
    }

    private static func endOfHole(in bytes: [UInt8], at start: Int) -> Int? {
        if let end = endOfPlaceholder(in: bytes, at: start) { return end }
        if start == 0, bytes.starts(with: "ko://".utf8) { return bytes.count }
        guard canBeginHole(bytes[start]) else { return nil }
        for (open, close, nests) in delimiters where bytes[start...].starts(with: open) {
            let inside = start + open.count
            return nests
                ? endOfNested(in: bytes, from: inside, open: open[open.count - 1], close: close[0])
                : endOfFlat(in: bytes, from: inside, close: close)
        }
        guard bytes[start] == UInt8(ascii: "$"), start + 1 < bytes.count else { return nil }
        let next = start + 1
        if bytes[next] == UInt8(ascii: "$") { return next + 1 }
        let name = bytes[next...].prefix(while: isNameByte)
        return name.isEmpty ? nil : name.endIndex
    }

    private static func endOfNested(
        in bytes: [UInt8], from start: Int, open: UInt8, close: UInt8
    ) -> Int {
        var depth = 1
        for offset in start..<bytes.count {
            if bytes[offset] == open { depth += 1 }
            if bytes[offset] == close { depth -= 1 }
            if depth == 0 { return offset + 1 }
        }
        return bytes.count
    }

    private static func endOfFlat(in bytes: [UInt8], from start: Int, close: [UInt8]) -> Int {
        var offset = start
        while offset < bytes.count {
            if bytes[offset...].starts(with: close) { return offset + close.count }
            offset = endOfToken(in: bytes, at: offset)
        }
        return bytes.count
    }

    /// The end of the string literal at `start`, or of the single byte there.
    private static func endOfToken(in bytes: [UInt8], at start: Int) -> Int {
        let quote = bytes[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") else { return start + 1 }
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != quote {
            let isEscape = quote == UInt8(ascii: "\"") && bytes[offset] == UInt8(ascii: "\\")
            offset += isEscape ? 2 : 1
        }
        return offset + 1
    }

    private static func endOfPlaceholder(in bytes: [UInt8], at start: Int) -> Int? {
        let isMarked = bytes[start] == UInt8(ascii: "@")
        // After a colon it would be a valid tag.
        guard isMarked || start == 0 || bytes[start - 1] == UInt8(ascii: "/") else { return nil }
        let inside = isMarked ? start + 1 : start
        let word = bytes[inside...].prefix { $0.isUpper || $0.isDigit || $0 == UInt8(ascii: "_") }
        guard word.first?.isUpper == true, word.contains(UInt8(ascii: "_")) else { return nil }
        let isAtEnd = word.endIndex == bytes.count
        if isMarked {
            return !isAtEnd && bytes[word.endIndex] == UInt8(ascii: "@") ? word.endIndex + 1 : nil
        }
        return isAtEnd || "/:@".utf8.contains(bytes[word.endIndex]) ? word.endIndex : nil
    }

    private static let controlWords: Set<String> = [
        "if", "else", "end", "with", "range", "define", "block", "break", "continue",
    ]

    private static func isControlFlow(_ hole: ArraySlice<UInt8>) -> Bool {
        guard hole.starts(with: "{{".utf8) || hole.starts(with: "[[".utf8) else { return false }
        let word = hole.dropFirst(2)
            .drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") }
            .prefix(while: isNameByte)
        return controlWords.contains(String(decoding: word, as: UTF8.self))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLower || byte.isUpper || byte.isDigit || byte == UInt8(ascii: "_")
    }
}
