import SourceText

/// A host with an optional port, as in `ghcr.io` and `localhost:5000`.
///
/// ```
/// host = (name | "[" IPv6 address "]") [":" port]
/// name = one or more of [A-Za-z0-9._-]
/// ```
package struct WebHost: Hashable, Sendable, CustomStringConvertible {
    /// In lower case; an IPv6 address is in brackets.
    package let name: String
    /// Nil where the scheme decides.
    package let port: Int?

    package init(name: StaticString) {
        self.name = "\(name)"
        port = nil
    }

    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let nameEnd: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = bytes[1..<bracket]
            guard !address.isEmpty,
                address.allSatisfy({ $0.isHexadecimal || $0 == .colon || $0 == .dot })
            else { return nil }
            nameEnd = bracket + 1
        } else {
            nameEnd = bytes.firstIndex(of: .colon) ?? bytes.count
            guard nameEnd > 0, bytes[..<nameEnd].allSatisfy(\.isHostCharacter) else { return nil }
        }
        name = String(decoding: bytes[..<nameEnd], as: UTF8.self).lowercased()
        guard nameEnd < bytes.count else {
            port = nil
            return
        }
        let digits = bytes[(nameEnd + 1)...]
        guard bytes[nameEnd] == .colon, digits.count <= 5, digits.allSatisfy(\.isDigit),
            let number = Int(String(decoding: digits, as: UTF8.self)), 1...65535 ~= number
        else { return nil }
        port = number
    }

    package var description: String { port.map { "\(name):\($0)" } ?? name }

    /// Whether the host is this machine by its name alone, whatever a name server says.
    package var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    /// Whether the host is a cloud's service for this machine's own identity.
    ///
    /// That is a link-local address of IPv4, one of Amazon's, or a name of one: no proxy can reach
    /// it, and none must see what it says.
    package var isMetadataService: Bool {
        if ["metadata.google.internal", "[fd00:ec2::254]", "[fd00:ec2::23]"].contains(name) {
            return true
        }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 169 && numbers[1] == 254
            && !numbers.contains(nil)
    }
}

extension UInt8 {
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let dot = UInt8(ascii: ".")

    package var isLetter: Bool { isLower || isUpper }

    /// Letters, digits, and the other characters of names of hosts and programs.
    package var isHostCharacter: Bool { isDigit || isLetter || "._-".utf8.contains(self) }
}
