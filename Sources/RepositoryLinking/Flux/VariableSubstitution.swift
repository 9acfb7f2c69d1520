import Kustomize

/// Flux's substitution of `${…}` in a text, in the syntax of fluxcd/pkg, `envsubst`.
///
///     text       = { character | "$$" | expansion }          ("$$" becomes "$")
///     expansion  = "${" ( "#" name | name [ operator ] ) "}"
///     operator   = ( "=" | ":=" | ":-" | ":?" | ":+" ) word  (the value, or the word if it is empty)
///                | "," | ",," | "^" | "^^"                   (case of the first or of all)
///                | ":" offset [ ":" length ]
///                | ( "/" | "//" | "/#" | "/%" ) word "/" word
///                | ( "#" | "##" | "%" | "%%" ) word
///     word       = { character | expansion }
struct VariableSubstitution {
    /// Expansions may be nested this deep.
    static let depthLimit = 16

    private let variables: Variables
    private var rest: Substring
    private var isKnown = true
    private var depth = 0

    /// The text after substitution; nil where Flux gives up on the whole object.
    ///
    /// Substitutes variables; those of unknown value stay as `${NAME}`.
    static func result(of text: String, with variables: Variables) -> SubstitutedText? {
        guard !variables.isEmpty, text.utf8.contains(UInt8(ascii: "$")) else {
            return SubstitutedText(text: text)
        }
        var substitution = VariableSubstitution(variables: variables, rest: text[...])
        guard let result = substitution.text() else { return nil }
        return SubstitutedText(text: result, isKnown: substitution.isKnown)
    }

    private init(variables: Variables, rest: Substring) {
        self.variables = variables
        self.rest = rest
    }

    private mutating func text() -> String? {
        var result = ""
        while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
            result += rest[..<dollar]
            rest = rest[rest.utf8.index(after: dollar)...]
            if rest.first == "{" {
                rest.removeFirst()
                guard let value = expansion() else { return nil }
                result += value
            } else {
                if rest.first == "$" { rest.removeFirst() }
                result.append("$")
            }
        }
        return result + rest
    }

    /// The text after `${`, up to and with its `}`.
    private mutating func expansion() -> String? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        let isLength = take("#")
        let name = String(takeWhile(\.isPartOfName))
        guard !name.isEmpty else { return nil }
        let value = variables[name]
        let result: String??
        if isLength {
            result = value.map { String($0.utf8.count) }
        } else if rest.first == "}" {
            result = value
        } else {
            result = applyOperator(to: value)
        }
        guard let result, take("}") else { return nil }
        if let result { return result }
        isKnown = false
        return "${\(name)}"
    }

    /// Nil for bad syntax; inside of that nil for an unknown result.
    private mutating func applyOperator(to value: String?) -> String?? {
        if take("=") || take(":=") || take(":-") || take(":?") || take(":+") {
            return withDefault(value)
        }
        if take(",,") { return .some(value?.lowercased()) }
        if take("^^") { return .some(value?.uppercased()) }
        if take(",") { return .some(value.map { $0.prefix(1).lowercased() + $0.dropFirst() }) }
        if take("^") { return .some(value.map { $0.prefix(1).uppercased() + $0.dropFirst() }) }
        if take(":") { return slice(of: value) }
        if rest.first == "/" { return replacement(in: value) }
        if rest.first == "#" || rest.first == "%" { return trimmed(value) }
        return nil
    }

    private mutating func withDefault(_ value: String?) -> String?? {
        let wasKnown = isKnown
        var word = ""
        while let character = rest.first, character != "}" {
            rest.removeFirst()
            if character == "$", rest.first == "{" {
                rest.removeFirst()
                guard let inner = expansion() else { return nil }
                word += inner
            } else {
                word.append(character)
            }
        }
        guard let value else { return .some(nil) }
        if value.isEmpty { return .some(word) }
        isKnown = wasKnown  // the word does not count
        return .some(value)
    }

    /// `:offset` and `:offset:length`, in bytes; a negative offset counts from the end.
    private mutating func slice(of value: String?) -> String?? {
        let offset = Int(takeWhile { $0 != ":" && $0 != "}" })
        let hasLength = take(":")
        let length = hasLength ? Int(takeWhile { $0 != "}" }) : Int.max
        guard let value else { return .some(nil) }
        guard let offset, let length, length >= 0 else { return .some(value) }
        let bytes = Array(value.utf8)
        let start = offset < 0 ? max(0, bytes.count + max(offset, -bytes.count)) : offset
        guard start < bytes.count else { return .some("") }
        let end = min(bytes.count, start + min(length, bytes.count))
        return .some(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    private mutating func replacement(in value: String?) -> String?? {
        let isAll = take("//")
        let isPrefix = !isAll && take("/#")
        let isSuffix = !isAll && !isPrefix && take("/%")
        if !isAll, !isPrefix, !isSuffix { _ = take("/") }
        let old = String(takeWhile { $0 != "/" && $0 != "}" })
        guard take("/") else { return nil }
        let new = String(takeWhile { $0 != "}" })
        // Escapes and nested expansions in here are too rare to follow.
        guard let value, !old.isEmpty, !(old + new).contains(where: { "$\\".contains($0) }) else {
            return .some(nil)
        }
        if isPrefix {
            return .some(value.hasPrefix(old) ? new + value.dropFirst(old.count) : value)
        }
        if isSuffix {
            return .some(value.hasSuffix(old) ? value.dropLast(old.count) + new : value)
        }
        return .some(value.replacing(old, with: new, isAll: isAll))
    }

    /// Trims a literal prefix or suffix; a glob makes the result unknown.
    private mutating func trimmed(_ value: String?) -> String?? {
        let isPrefix = rest.first == "#"
        _ = isPrefix ? take("##") || take("#") : take("%%") || take("%")
        let word = String(takeWhile { $0 != "}" })
        guard let value, !word.contains(where: { "*?[\\$".contains($0) }) else { return .some(nil) }
        if isPrefix {
            return .some(value.hasPrefix(word) ? String(value.dropFirst(word.count)) : value)
        }
        return .some(value.hasSuffix(word) ? String(value.dropLast(word.count)) : value)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func takeWhile(_ belongs: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: belongs)
        rest = rest[taken.endIndex...]
        return taken
    }
}

extension Character {
    fileprivate var isPartOfName: Bool {
        // Asking Unicode about each letter takes 3 % of a check of a fleet with many variables.
        guard let byte = asciiValue else { return isLetter || isNumber }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String, isAll: Bool) -> String {
        var result = ""
        var rest = self[...]
        var isDone = false
        while let first = rest.first {
            if !isDone, rest.hasPrefix(old) {
                result += new
                rest = rest.dropFirst(old.count)
                isDone = !isAll
            } else {
                result.append(first)
                rest.removeFirst()
            }
        }
        return result
    }
}

extension InlineText {
    /// The text with variables filled in; nil where a value is unknown.
    func substituting(_ variables: Variables) -> InlineText? {
        guard !variables.isEmpty, bytes.contains(UInt8(ascii: "$")) else {
            return self
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let result = VariableSubstitution.result(of: text, with: variables), result.isKnown
        else { return nil }
        return InlineText(replacing: self, with: Array(result.text.utf8))
    }
}
