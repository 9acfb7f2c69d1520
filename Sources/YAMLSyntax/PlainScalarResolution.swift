/// The type of a plain (unquoted) scalar without an explicit tag.
package enum PlainScalarType: Hashable, Sendable {
    case string
    case integer
    case float
    case boolean
    case null
    case timestamp
}

/// The rules by which a plain scalar is resolved.
package enum PlainScalarSchema: Hashable, Sendable {
    /// YAML 1.1 as in go-yaml v2 and `sigs.k8s.io/yaml`: Kubernetes, Helm, and Flux's test whether
    /// a value that it writes needs quotes.
    case yaml11
    /// YAML 1.2 as in go-yaml v3: kustomize, and Flux when it reads the old value.
    case yaml12
}

/// Returns the type that a YAML reader gives the plain scalar `text`.
///
/// Source: go-yaml v2.4 and v3.0, `resolve`. The two differ in the words that are Booleans; both
/// read `0777` as octal and `089` as a float, and neither reads numbers to the base of 60.
package func plainScalarType(
    of text: String, schema: PlainScalarSchema
) -> PlainScalarType {
    if text.utf8.count <= longestWord {
        if let type = wordTypes[text] { return type }
        if schema == .yaml11, yaml11Booleans.contains(text) { return .boolean }
    }
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return .null }
    if first == UInt8(ascii: ".") {
        // Go's `ParseFloat` allows underscores between digits only.
        let hasMisplacedUnderscore = bytes.indices.contains {
            bytes[$0] == UInt8(ascii: "_")
                && !(isDigit(bytes[$0 - 1]) && $0 + 1 < bytes.count && isDigit(bytes[$0 + 1]))
        }
        return !hasMisplacedUnderscore && isFiniteDecimal(withoutUnderscores(bytes))
            ? .float : .string
    }
    return isDigit(first) || isSign(first) ? numberType(of: bytes) : .string
}

private let wordTypes: [String: PlainScalarType] = [
    "": .null, "~": .null, "null": .null, "Null": .null, "NULL": .null,
    "true": .boolean, "True": .boolean, "TRUE": .boolean,
    "false": .boolean, "False": .boolean, "FALSE": .boolean,
    ".nan": .float, ".NaN": .float, ".NAN": .float,
    ".inf": .float, ".Inf": .float, ".INF": .float,
    "+.inf": .float, "+.Inf": .float, "+.INF": .float,
    "-.inf": .float, "-.Inf": .float, "-.INF": .float,
]

private let yaml11Booleans: Set<String> = [
    "y", "Y", "yes", "Yes", "YES", "on", "On", "ON",
    "n", "N", "no", "No", "NO", "off", "Off", "OFF",
]

/// In bytes.
private let longestWord = yaml11Booleans.union(wordTypes.keys).map(\.utf8.count).max() ?? 0

private func numberType(of bytes: [UInt8]) -> PlainScalarType {
    if isTimestamp(bytes) { return .timestamp }
    let digits = withoutUnderscores(bytes)
    if isInteger(digits) { return .integer }
    return isFiniteDecimal(digits) ? .float : .string
}

private func withoutUnderscores(_ bytes: [UInt8]) -> [UInt8] {
    bytes.filter { $0 != UInt8(ascii: "_") }
}

/// Whether Go's `ParseInt` or `ParseUint` with base 0 and 64 bits accepts `bytes`.
private func isInteger(_ bytes: [UInt8]) -> Bool {
    var digits = bytes[...]
    let isSigned = digits.first.map(isSign) == true
    if isSigned { digits = digits.dropFirst() }
    guard let first = digits.first, isDigit(first) else { return false }
    var radix = 10
    if first == UInt8(ascii: "0"), digits.count > 1 {
        let prefixed = [UInt8(ascii: "x"): 16, UInt8(ascii: "b"): 2, UInt8(ascii: "o"): 8]
        let named = prefixed[digits[digits.startIndex + 1] | 0x20]
        radix = named ?? 8
        digits = digits.dropFirst(named == nil ? 1 : 2)
    }
    // The initializers below would accept a second sign after a prefix.
    guard let digit = digits.first, !isSign(digit) else { return false }
    let text = String(decoding: digits, as: UTF8.self)
    guard isSigned else { return UInt64(text, radix: radix) != nil }
    let sign = bytes[0] == UInt8(ascii: "-") ? "-" : ""
    return Int64(sign + text, radix: radix) != nil
}

/// Whether `bytes` is `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, without overflow.
private func isFiniteDecimal(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if let sign = rest.first, isSign(sign) {
        rest = rest.dropFirst()
    }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
        let fraction = rest.dropFirst().prefix(while: isDigit)
        guard !(whole.isEmpty && fraction.isEmpty) else { return false }
        rest = rest.dropFirst(1 + fraction.count)
    } else if whole.isEmpty {
        return false
    }
    if let marker = rest.first {
        guard marker | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst()
        if let sign = rest.first, isSign(sign) {
            rest = rest.dropFirst()
        }
        guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return false }
    }
    return Double(String(decoding: bytes, as: UTF8.self))?.isFinite ?? false
}

/// Whether `bytes` is a date, or a date and a time, in one of the four layouts of go-yaml.
///
/// ```
/// timestamp = date | date ("T" | "t") time zone | date " " time
/// date      = year "-" month "-" day        ; 4 digits, 1 or 2, 1 or 2
/// time      = hour ":" minute ":" second [("." | ",") digits]
/// zone      = "Z" | ("+" | "-") 2 digits ":" 2 digits
/// ```
private func isTimestamp(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    guard let year = takeNumber(&rest, digits: 4...4), take("-", &rest),
        let month = takeNumber(&rest, digits: 1...2), take("-", &rest),
        let day = takeNumber(&rest, digits: 1...2),
        (1...12).contains(month), (1...daysIn(month: month, year: year)).contains(day)
    else { return false }
    if rest.isEmpty { return true }
    let hasZone = take("T", &rest) || take("t", &rest)
    guard hasZone || take(" ", &rest), takeTime(&rest) else { return false }
    return (!hasZone || takeZone(&rest)) && rest.isEmpty
}

private func takeTime(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let hour = takeNumber(&rest, digits: 1...2), take(":", &rest),
        let minute = takeNumber(&rest, digits: 1...2), take(":", &rest),
        let second = takeNumber(&rest, digits: 1...2), hour < 24, minute < 60, second < 60
    else { return false }
    guard take(".", &rest) || take(",", &rest) else { return true }
    let fraction = rest.prefix(while: isDigit)
    rest = rest.dropFirst(fraction.count)
    return !fraction.isEmpty
}

private func takeZone(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if take("Z", &rest) { return true }
    guard take("+", &rest) || take("-", &rest),
        let hours = takeNumber(&rest, digits: 2...2), take(":", &rest),
        let minutes = takeNumber(&rest, digits: 2...2)
    else { return false }
    return hours <= 24 && minutes < 60
}

private func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

private func takeNumber(_ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let taken = rest.prefix(digits.upperBound).prefix(while: isDigit)
    guard taken.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(taken.count)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

private func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
}
