/// The commands of a script or workflow, line by line, with the values that it gives variables.
struct CommandText {
    /// With continued lines joined.
    let lines: [Substring]
    /// The one text that each variable is set to; nil for one that is set to several.
    private let values: [String: String?]
    private static let substitutionLimit = 4

    init(_ source: [UInt8]) {
        let text = String(decoding: source, as: UTF8.self).replacing("\r", with: "")
            .replacing("\\\n", with: " ")
        lines = text.split(separator: "\n")
        var values: [String: String?] = [:]
        for line in lines {
            guard let (name, value) = Self.assignment(in: line) else { continue }
            if let known = values[name] {
                if known != value { values[name] = .some(nil) }
            } else {
                values[name] = value
            }
        }
        self.values = values
    }

    /// Reads `NAME=value`, `NAME: value`, `NAME := value`, with `export` or a dash in front.
    private static func assignment(in line: Substring) -> (name: String, value: String)? {
        var rest = line.drop { $0 == " " || $0 == "\t" || $0 == "-" }
        for word in ["export ", "ENV ", "ARG ", "def "] where rest.hasPrefix(word) {
            rest = rest.dropFirst(word.count)
        }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let sign = rest[name.endIndex...].drop { $0 == " " || $0 == "?" }
        guard !name.isEmpty, let first = sign.first, first == "=" || first == ":" else {
            return nil
        }
        let value = sign.drop { $0 == ":" || $0 == "=" || $0 == " " }
        let quote = value.first.flatMap { "\"'".contains($0) ? $0 : nil }
        let text =
            quote.map { quote in value.dropFirst().prefix { $0 != quote } }
            ?? value.prefix { $0 != " " && $0 != "#" }
        return text.isEmpty ? nil : (String(name), String(text))
    }

    // MARK: Words

    /// The words of a command up to what ends it, without quotes; options are left out.
    ///
    /// - Parameter isWhole: Whether options and further commands of the line are kept.
    func words(of line: Substring, isWhole: Bool = false) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var depth = 0
        func end() {
            if !word.isEmpty, isWhole || !word.hasPrefix("-") { words.append(word) }
            word = ""
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if "\"'".contains(character), depth == 0 {
                quote = character
            } else if depth == 0, character == " " || character == "\t" {
                end()
            } else if depth == 0, !isWhole, "&;|>".contains(character) {
                break
            } else {
                if "{(".contains(character) { depth += 1 }
                if "})".contains(character), depth > 0 { depth -= 1 }
                word.append(character)
            }
        }
        end()
        return words
    }

    // MARK: Variables

    /// A text with its variables filled in where the commands tell them: `$X`, `${X}`,
    /// `${{ env.X }}`, `$(X)`, `{{ X }}`.
    func pattern(of text: String) -> NamePattern {
        NamePattern(filled(text, depth: 0))
    }

    private func filled(_ text: String, depth: Int) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if let (name, end) = Self.variable(at: rest) {
                let value = values[name] ?? nil
                result +=
                    depth < Self.substitutionLimit
                    ? value.map { filled($0, depth: depth + 1) } ?? Self.hole : Self.hole
                rest = rest[end...]
            } else {
                // A wildcard matches any file name.
                result += first == "*" ? Self.hole : String(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static let hole = "${x}"

    /// The variable that a text begins with, by the last part of its name, and where it ends.
    private static func variable(at text: Substring) -> (name: String, end: String.Index)? {
        for (open, close) in [("${{", "}}"), ("${", "}"), ("$(", ")"), ("{{", "}}")]
        where text.hasPrefix(open) {
            var inside = text.dropFirst(open.count)
            let start = inside.startIndex
            while !inside.isEmpty, !inside.hasPrefix(close) { inside = inside.dropFirst() }
            let name =
                text[start..<inside.startIndex].filter { $0 != " " }
                .split(separator: ".").last ?? ""
            return (String(name), inside.dropFirst(close.count).startIndex)
        }
        guard text.first == "$" else { return nil }
        let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : (String(name), name.endIndex)
    }
}
