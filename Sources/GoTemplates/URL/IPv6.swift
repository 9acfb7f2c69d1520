/// Addresses as Go's `netip.ParseAddr` takes them between brackets.
enum IPv6 {
    /// Up to eight groups of hexadecimal digits, `::` for those left out, perhaps an IPv4
    /// address at the end and a zone behind `%`.
    static func isAddress(_ bytes: Bytes) -> Bool {
        let (address, zone) = GoURL.cut(bytes, at: "%")
        guard !bytes.contains(UInt8(ascii: "%")) || !zone.isEmpty else { return false }
        let text = String(decoding: address, as: UTF8.self)
        let halves = halves(of: text)
        guard let halves else { return false }
        let counts = halves.map(groupCount)
        guard !counts.contains(nil) else { return false }
        let count = counts.compactMap { $0 }.reduce(0, +)
        // An IPv4 address ends the whole, not the half before `::`.
        if halves.count == 2, halves[0].contains(".") { return false }
        return halves.count == 2 ? count < 8 : count == 8
    }

    /// The text, or what stands on both sides of its only `::`.
    private static func halves(of text: String) -> [String]? {
        let bytes = Bytes(text)
        guard let place = bytes.firstOffset(of: Bytes("::")) else { return [text] }
        let rest = Bytes(bytes[(place + 2)...])
        guard rest.firstOffset(of: Bytes("::")) == nil, rest.first != UInt8(ascii: ":") else {
            return nil
        }
        return [Bytes(bytes[..<place]).text, rest.text]
    }

    /// Nil if a group is wrong.
    private static func groupCount(_ text: String) -> Int? {
        guard !text.isEmpty else { return 0 }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var count = 0
        for (place, group) in groups.enumerated() {
            if place == groups.count - 1, group.contains(".") {
                guard isIPv4(group) else { return nil }
                count += 2
            } else {
                guard (1...4).contains(group.utf8.count),
                    group.allSatisfy({ $0.isASCII && $0.isHexDigit })
                else { return nil }
                count += 1
            }
        }
        return count
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.utf8.count)
                    && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                    && (Int(part) ?? 256) < 256 && (part.count == 1 || part.first != "0")
            }
    }
}
