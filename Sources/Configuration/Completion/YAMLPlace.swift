/// Where a cursor is in YAML that need not parse yet.
///
/// Block mappings and lists are told by indentation, flow collections by their brackets. Block
/// scalars are not told apart: what is in them seems to be keys.
struct YAMLPlace {
    /// The keys around the cursor, outermost first; items of lists have none.
    private(set) var path: [String] = []
    /// The word before the cursor.
    private(set) var begun = ""
    /// Whether the innermost collection is in a list.
    private(set) var isInList = false
    /// The keys that the innermost mapping has before the cursor.
    private(set) var siblings: Set<String> = []
    /// The subject of the rule around the cursor, as far as its `on` is written.
    private(set) var subject: CustomSubject?

    private struct Frame {
        /// Nil for a flow collection.
        let indent: Int?
        var key: String?
        var keys: Set<String> = []
        var isItem = false
    }

    private static let sizeLimit = 262_144

    init(in source: [UInt8], at offset: Int) {
        guard offset <= min(source.count, Self.sizeLimit) else { return }
        var frames: [Frame] = []
        var start = 0
        while start <= offset {
            let end = source[start..<offset].firstIndex(of: 0x0A) ?? offset
            let line = String(decoding: source[start..<end], as: UTF8.self)
            read(line, isLast: end == offset, &frames)
            if end == offset { break }
            start = end + 1
        }
        path = frames.compactMap(\.key)
        isInList = frames.contains(where: \.isItem)
        siblings = frames.last.map { $0.key == nil ? $0.keys : [] } ?? []
        subject = Self.subject(in: source, at: offset)
    }

    private mutating func read(_ line: String, isLast: Bool, _ frames: inout [Frame]) {
        var rest = line[...]
        begun = ""
        let text = rest.drop { $0 == " " }
        // An empty line ends nothing, but what is written at the cursor is as deep as that is.
        if text.hasPrefix("#") || text.isEmpty && !isLast { return }
        if !frames.contains(where: { $0.indent == nil }) {
            readIndentation(&rest, of: line, &frames)
        }
        readText(rest, &frames)
    }

    /// Leaves the mappings that end here, and enters the items that begin.
    private func readIndentation(
        _ rest: inout Substring, of line: String, _ frames: inout [Frame]
    ) {
        rest = rest.drop { $0 == " " }
        var column = line.count - rest.count
        while rest.hasPrefix("- ") || rest == "-" {
            frames.removeAll { ($0.indent ?? 0) > column || $0.indent == column && $0.isItem }
            if frames.last?.indent == column, frames.last?.key == nil { frames.removeLast() }
            rest = rest.dropFirst().drop { $0 == " " }
            frames.append(Frame(indent: column, isItem: true))
            column = line.count - rest.count
        }
        while let last = frames.last, let indent = last.indent,
            indent > column || indent == column && last.isItem
        {
            frames.removeLast()
        }
        if let last = frames.last, last.indent == column, !last.isItem {
            frames[frames.count - 1].key = nil
        } else {
            frames.append(Frame(indent: column))
        }
    }

    /// Reads keys, and the brackets of flow collections.
    private mutating func readText(_ text: Substring, _ frames: inout [Frame]) {
        var quote: Character?
        var before: Character = " "
        for character in text {
            defer { before = character }
            if let open = quote {
                if character == open { quote = nil } else { begun.append(character) }
                continue
            }
            switch character {
            case "\"" where begun.isEmpty, "'" where begun.isEmpty: quote = character
            case "#" where before == " ": return
            case "{", "[":
                frames.append(Frame(indent: nil, isItem: character == "["))
                begun = ""
            case "}", "]":
                if frames.last?.indent == nil, !frames.isEmpty { frames.removeLast() }
                begun = ""
            case "," where frames.last.map({ $0.indent == nil }) ?? false:
                frames[frames.count - 1].key = nil
                begun = ""
            case ":":
                guard !begun.isEmpty, let last = frames.indices.last, frames[last].key == nil
                else { continue }
                frames[last].key = begun
                frames[last].keys.insert(begun)
                begun = ""
            case " ": if !begun.isEmpty { begun = "" }
            default: begun.append(character)
            }
        }
    }

    /// The value of the nearest `on` in the entry around the cursor.
    private static func subject(in source: [UInt8], at offset: Int) -> CustomSubject? {
        let lines = String(decoding: source, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let number = source[..<offset].count { $0 == 0x0A }
        guard lines.indices.contains(number) else { return nil }
        let first = lines[...number].lastIndex { CustomRuleKeys.begin($0) } ?? 0
        let end = lines[(number + 1)...].firstIndex { CustomRuleKeys.begin($0) } ?? lines.endIndex
        for line in lines[first..<end] {
            guard let range = line.firstRange(of: "on:") else { continue }
            let isKey = line[..<range.lowerBound].last.map { " {,-".contains($0) } ?? true
            let word = line[range.upperBound...].drop { $0 == " " }.prefix { $0.isLetter }
            if isKey, let subject = CustomSubject(rawValue: String(word)) { return subject }
        }
        return nil
    }
}

/// The keys by which the beginning of a rule is told from that of a condition.
private enum CustomRuleKeys {
    private static let all = ["id", "on", "where", "require", "message", "severity", "description"]

    /// Whether an item that a line begins is a rule.
    static func begin(_ line: Substring) -> Bool {
        let text: Substring = line.drop { $0 == " " || $0 == "[" }
        let first: Substring = text.drop { "- {[".contains($0) }
        return text.startIndex != first.startIndex && all.contains { first.hasPrefix("\($0):") }
    }
}
