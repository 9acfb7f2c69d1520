import SourceText

extension FilterEvaluator {
    // MARK: Parts of maps and lists

    func field(_ name: String, of value: FilterValue) throws(FilterProblem) -> FilterValue {
        switch value {
        case .map(let members):
            guard let member = members[name] else { throw .noSuchKey(name) }
            return member
        case .partial(let members):
            guard let member = members[name] else { throw .unknownOfResource(name) }
            return member
        default: throw .wrongType(operation: ".\(name)")
        }
    }

    func item(
        at key: FilterValue, of value: FilterValue
    ) throws(FilterProblem) -> FilterValue {
        guard case .list(let items) = value else {
            return try field(text(key, of: "[]"), of: value)
        }
        guard let position = key.position else { throw .wrongType(operation: "[]") }
        guard items.indices.contains(position) else { throw .indexOutOfRange }
        return items[position]
    }

    func has(_ name: String, in value: FilterValue) throws(FilterProblem) -> Bool {
        switch value {
        case .map(let members): return members[name] != nil
        case .partial(let members):
            guard members[name] != nil else { throw .unknownOfResource(name) }
            return true
        default: throw .wrongType(operation: "has")
        }
    }

    func text(_ value: FilterValue, of operation: String) throws(FilterProblem) -> String {
        guard case .string(let text) = value else { throw .wrongType(operation: operation) }
        return text
    }

    // MARK: Functions

    mutating func result(
        of function: FilterFunction, on value: FilterValue, _ arguments: [FilterValue]
    ) throws(FilterProblem) -> FilterValue {
        switch function {
        case .size: return .int(Int64(try size(of: value)))
        case .join: return try join(value, arguments.first)
        case .first, .last:
            guard case .list(let items) = value else {
                throw .wrongType(operation: function.rawValue)
            }
            return .optional(function == .first ? items.first : items.last)
        case .value, .hasValue, .orValue:
            guard case .optional(let content) = value else {
                throw .wrongType(operation: function.rawValue)
            }
            if function == .hasValue { return .boolean(content != nil) }
            guard let content = content ?? arguments.first else { throw .noValue }
            return content
        case .contains, .startsWith, .endsWith, .lowerAscii, .upperAscii, .split, .replace, .trim:
            let name = function.rawValue
            var texts: [String] = []
            for argument in arguments { texts.append(try text(argument, of: name)) }
            return try result(of: function, on: text(value, of: name), texts)
        }
    }

    private mutating func result(
        of function: FilterFunction, on text: String, _ arguments: [String]
    ) throws(FilterProblem) -> FilterValue {
        // At worst, a search compares all of what is sought at each place.
        let sought = arguments.first?.utf8.count ?? 0
        try count(text.utf8.count * (1 + sought / 16))
        let bytes = Array(text.utf8)
        switch function {
        case .contains: return .boolean(bytes.contains(arguments[0]))
        case .startsWith: return .boolean(bytes.starts(with: arguments[0].utf8))
        case .endsWith: return .boolean(text.endsInBytes(of: arguments[0]))
        case .lowerAscii: return .string(text.mappingASCII(in: 0x41...0x5A) { $0 | 0x20 })
        case .upperAscii: return .string(text.mappingASCII(in: 0x61...0x7A) { $0 & ~0x20 })
        case .trim: return .string(text.trimmed)
        case .split:
            let parts = text.parts(separatedBy: arguments[0])
            try count(parts.count)
            return .list(parts.map { .string($0) })
        default:
            let parts = text.parts(separatedBy: arguments[0], keepingEnds: true)
            try count(parts.count * (1 + arguments[1].utf8.count))
            return .string(parts.joined(separator: arguments[1]))
        }
    }

    private mutating func size(of value: FilterValue) throws(FilterProblem) -> Int {
        switch value {
        case .string(let text):
            try count(text.utf8.count)
            return text.unicodeScalars.count
        case .list(let items): return items.count
        case .map(let members): return members.count
        case .partial: throw .unknownOfResource("size")
        default: throw .wrongType(operation: "size")
        }
    }

    private mutating func join(
        _ value: FilterValue, _ separator: FilterValue?
    ) throws(FilterProblem) -> FilterValue {
        guard case .list(let items) = value else { throw .wrongType(operation: "join") }
        let separator = try separator.map { value throws(FilterProblem) in
            try text(value, of: "join")
        }
        var texts: [String] = []
        for item in items {
            let text = try text(item, of: "join")
            try count(1 + text.utf8.count + (separator?.utf8.count ?? 0))
            texts.append(text)
        }
        return .string(texts.joined(separator: separator ?? ""))
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        text.utf8.isEmpty || firstRange(of: Array(text.utf8), from: 0) != nil
    }

    /// Cost: the product of the lengths at worst.
    fileprivate func firstRange(of wanted: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        var position = start
        while position + wanted.count <= count {
            if self[position] == first,
                self[position..<position + wanted.count].elementsEqual(wanted)
            {
                return position..<position + wanted.count
            }
            position += 1
        }
        return nil
    }
}

extension String {
    /// The text between separators; without a separator, its code points.
    ///
    /// - Parameter keepingEnds: Whether an empty separator also is before and after the text, as
    ///   where it is replaced.
    fileprivate func parts(separatedBy separator: String, keepingEnds: Bool = false) -> [String] {
        guard !separator.isEmpty else {
            let scalars = unicodeScalars.map { String($0) }
            return keepingEnds ? [""] + scalars + [""] : scalars
        }
        let (bytes, wanted) = (Array(utf8), Array(separator.utf8))
        var parts: [String] = []
        var start = 0
        while let range = bytes.firstRange(of: wanted, from: start) {
            parts.append(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self))
            start = range.upperBound
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    fileprivate func mappingASCII(
        in range: ClosedRange<UInt8>, _ change: (UInt8) -> UInt8
    ) -> String {
        String(decoding: utf8.map { range.contains($0) ? change($0) : $0 }, as: UTF8.self)
    }

    /// Without white space around it.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
    }
}
