import SourceText
import WebAccess

/// One way in which a server lets itself be asked again, from `WWW-Authenticate`.
struct AuthenticationChallenge: Equatable, Sendable {
    /// In lower case.
    let scheme: String
    /// By name in lower case; of a name that is given twice, the first value.
    var parameters: [String: String] = [:]

    /// All challenges of an answer, in its order; what is malformed is passed over.
    static func all(in fields: [String]) -> [AuthenticationChallenge] {
        fields.flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}

/// ```
/// field     = challenge *("," challenge)
/// challenge = scheme [" " (token68 | parameter *("," parameter))]
/// parameter = token "=" (token | quoted-string)
/// ```
/// Source: RFC 9110, section 11.6.1. A comma may end a parameter or a challenge: what follows is a
/// parameter if a `=` is behind its name.
private struct ChallengeParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        while position < bytes.count {
            skip { $0 == .comma || $0.isBlank }
            let scheme = token()
            guard !scheme.isEmpty else {
                // Nothing begins here; go on behind the next comma.
                skip { $0 != .comma }
                continue
            }
            var challenge = AuthenticationChallenge(scheme: scheme.lowercased())
            skip(while: \.isBlank)
            if !skipToken68() {
                while let (name, value) = parameter() {
                    challenge.parameters[name] = challenge.parameters[name] ?? value
                }
            }
            challenges.append(challenge)
        }
        return challenges
    }

    /// A parameter and the comma in front of it; nil, and nothing read, at the next challenge.
    private mutating func parameter() -> (name: String, value: String)? {
        let start = position
        skip { $0 == .comma || $0.isBlank }
        let name = token().lowercased()
        skip(while: \.isBlank)
        guard !name.isEmpty, position < bytes.count, bytes[position] == .equals else {
            position = start
            return nil
        }
        position += 1
        skip(while: \.isBlank)
        return (name, quotedString() ?? token())
    }

    /// Reads the one value that other schemes carry; false, and nothing read, for parameters.
    private mutating func skipToken68() -> Bool {
        let start = position
        skip { $0.isTokenCharacter || $0 == UInt8(ascii: "/") }
        let hasCharacters = position > start
        skip { $0 == .equals }
        skip(while: \.isBlank)
        if hasCharacters, position == bytes.count || bytes[position] == .comma { return true }
        position = start
        return false
    }

    private mutating func quotedString() -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            value.append(bytes[position])
            position += 1
        }
        position = min(position + 1, bytes.count)
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func token() -> String {
        let start = position
        skip(while: \.isTokenCharacter)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
    }
}

extension UInt8 {
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let equals = UInt8(ascii: "=")

    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    fileprivate var isTokenCharacter: Bool {
        isDigit || isLetter || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
