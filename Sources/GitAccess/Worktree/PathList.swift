/// Splits a list of paths at colons; a path that contains one is quoted, with escapes as in C.
func pathList(_ text: String) -> [String] {
    var paths: [[UInt8]] = [[]]
    var rest = text.utf8[...]
    var isQuoted = false
    while let byte = rest.popFirst() {
        let last = paths.count - 1
        if byte == UInt8(ascii: "\""), isQuoted || paths[last].isEmpty {
            isQuoted.toggle()
        } else if byte == UInt8(ascii: ":"), !isQuoted {
            paths.append([])
        } else if byte == UInt8(ascii: "\\"), isQuoted {
            paths[last].append(unescaped(&rest))
        } else {
            paths[last].append(byte)
        }
    }
    return paths.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
}

/// Takes what follows a backslash: three octal digits, a letter for a control character, or the
/// character itself.
private func unescaped(_ rest: inout Substring.UTF8View) -> UInt8 {
    if let value = UInt8(String(rest.prefix(3)) ?? "", radix: 8), rest.count >= 3 {
        rest = rest.dropFirst(3)
        return value
    }
    let controls: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
        UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    ]
    let byte = rest.popFirst() ?? UInt8(ascii: "\\")
    return controls[byte] ?? byte
}
