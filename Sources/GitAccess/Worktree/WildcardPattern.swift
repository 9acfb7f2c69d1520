/// A shell pattern as ignore files have them, matched against the bytes of a path.
///
/// Source: Git's `wildmatch.c` with its flag for paths. Grammar:
///
///     pattern = { "?" | "*" | "**" | "**/" | "[" [ "!" | "^" ] members "]" | "\" byte | byte }
///
/// Matching follows all ways through the pattern at once, so its time is bounded by the product of
/// both lengths, whatever the files of a repository say.
struct WildcardPattern {
    private enum Step {
        case byte(UInt8)
        /// One of these bytes, never a slash.
        case set(ByteSet)
        /// Any number of bytes, among them slashes if it crosses directories.
        case run(crossesDirectories: Bool)
        /// The next steps, of this number, may be left out.
        case optional(Int)
    }

    /// The bytes before the first wildcard.
    private let prefix: [UInt8]
    /// The steps after them.
    private var steps: [Step] = []
    private let ignoresCase: Bool

    /// Nil for a pattern that nothing meets: an open bracket, an unknown class, a lone backslash.
    init?(_ pattern: some Collection<UInt8>, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        let pattern = ignoresCase ? pattern.map(lowercased) : Array(pattern)
        prefix = Array(pattern.prefix { !"*?[\\".utf8.contains($0) })
        let wild = pattern[prefix.count...]
        var rest = wild
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "?"):
                steps.append(.set(ByteSet().inverted))
            case UInt8(ascii: "*"):
                appendRun(&rest, in: wild)
            case UInt8(ascii: "["):
                guard let set = ByteSet(parsing: &rest) else { return nil }
                steps.append(.set(set))
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                steps.append(.byte(escaped))
            default:
                steps.append(.byte(byte))
            }
        }
    }

    /// Two asterisks that fill a part of the path cross directories; with a slash behind them they
    /// may also match nothing, together with its slash.
    ///
    /// Git looks for the part's start in what follows the first wildcard only, so that `b**/c`
    /// crosses directories as well.
    private mutating func appendRun(_ rest: inout ArraySlice<UInt8>, in wild: ArraySlice<UInt8>) {
        let slash = UInt8(ascii: "/")
        let start = rest.startIndex - 1
        rest = rest.drop { $0 == UInt8(ascii: "*") }
        let crosses =
            rest.startIndex - start > 1 && (start == wild.startIndex || wild[start - 1] == slash)
            && (rest.isEmpty || rest.first == slash)
        // Several of them in a row mean no more than one.
        while crosses, rest.starts(with: "/**/".utf8) { rest.removeFirst(3) }
        if crosses, rest.first == slash { steps.append(.optional(2)) }
        steps.append(.run(crossesDirectories: crosses))
    }

    func matches(_ text: ArraySlice<UInt8>) -> Bool {
        let text = ignoresCase ? text.map(lowercased)[...] : text
        guard text.starts(with: prefix) else { return false }
        if steps.isEmpty { return text.count == prefix.count }
        var places = [Bool](repeating: false, count: steps.count + 1)
        places[0] = true
        passOver(&places)
        for byte in text.dropFirst(prefix.count) {
            var next = [Bool](repeating: false, count: places.count)
            for (place, step) in steps.enumerated() where places[place] {
                switch step {
                case .byte(let wanted): next[place + 1] = next[place + 1] || byte == wanted
                case .set(let set): next[place + 1] = next[place + 1] || set.contains(byte)
                case .run(let crosses): next[place] = crosses || byte != UInt8(ascii: "/")
                case .optional: break
                }
            }
            passOver(&next)
            places = next
            if !places.contains(true) { return false }
        }
        return places[steps.count]
    }

    /// Adds the places that are reached without a byte; steps only lead forwards.
    private func passOver(_ places: inout [Bool]) {
        for (place, step) in steps.enumerated() where places[place] {
            switch step {
            case .run: places[place + 1] = true
            case .optional(let count):
                places[place + 1] = true
                places[place + 1 + count] = true
            case .byte, .set: break
            }
        }
    }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}

/// The bytes that a bracket expression matches.
private struct ByteSet {
    private var members = [Bool](repeating: false, count: 256)

    init() {}

    /// Parses what follows an open bracket, up to and with the closing one.
    ///
    /// Nil if that is missing or a class is unknown; in first place it is a member.
    init?(parsing rest: inout ArraySlice<UInt8>) {
        let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if isNegated { rest.removeFirst() }
        var previous: UInt8?
        repeat {
            guard let byte = rest.popFirst() else { return nil }
            if byte == UInt8(ascii: "-"), let first = previous, let next = rest.first,
                next != UInt8(ascii: "]")
            {
                rest.removeFirst()
                guard let last = next == UInt8(ascii: "\\") ? rest.popFirst() : next else {
                    return nil
                }
                if first <= last { for member in first...last { members[Int(member)] = true } }
                previous = nil
            } else if byte == UInt8(ascii: "["), let name = Self.className(&rest) {
                guard let belongs = Self.classes[name] else { return nil }
                for member in UInt8.min...127 where belongs(member) { members[Int(member)] = true }
                previous = nil
            } else {
                guard let member = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else {
                    return nil
                }
                members[Int(member)] = true
                previous = member
            }
        } while rest.first != UInt8(ascii: "]")
        rest.removeFirst()
        if isNegated { self = inverted }
        members[Int(UInt8(ascii: "/"))] = false
    }

    /// All other bytes but the slash.
    var inverted: ByteSet {
        var set = self
        set.members = members.map { !$0 }
        set.members[Int(UInt8(ascii: "/"))] = false
        return set
    }

    func contains(_ byte: UInt8) -> Bool { members[Int(byte)] }

    /// Takes `:name:]` and gives the name; takes nothing if something else is there.
    private static func className(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: ":"),
            let end = rest.firstIndex(of: UInt8(ascii: "]")), end - rest.startIndex >= 2,
            rest[end - 1] == UInt8(ascii: ":")
        else { return nil }
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
    }

    private static let classes: [String: @Sendable (UInt8) -> Bool] = [
        "alnum": { $0.isLetter || $0.isDigit }, "alpha": { $0.isLetter }, "digit": { $0.isDigit },
        "blank": { $0 == 32 || $0 == 9 }, "cntrl": { $0 < 32 || $0 == 127 },
        "graph": { $0 > 32 && $0 < 127 }, "print": { $0 >= 32 && $0 < 127 },
        "lower": { $0.isLetter && $0 >= 97 }, "upper": { $0.isLetter && $0 < 97 },
        "punct": { $0 > 32 && $0 < 127 && !$0.isLetter && !$0.isDigit },
        "space": { $0 == 32 || 9...13 ~= $0 },
        "xdigit": { $0.isDigit || 97...102 ~= $0 | 0x20 },
    ]
}

extension UInt8 {
    var isLetter: Bool { 97...122 ~= self | 0x20 }
    var isDigit: Bool { 48...57 ~= self }
}
