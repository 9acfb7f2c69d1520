import SourceText

/// One entry of `NO_PROXY`.
enum ProxyException: Sendable {
    case everything
    /// With all names below it; `isItself` says whether the name counts as well.
    case domain(String, isItself: Bool, port: Int?)
    case block(bytes: [UInt8], bits: Int)

    init(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        if text == "*" {
            self = .everything
        } else if parts.count == 2, let bytes = IPAddress.bytes(String(parts[0])),
            let bits = Int(parts[1]), 0...bytes.count * 8 ~= bits
        {
            self = .block(bytes: bytes, bits: bits)
        } else if let bytes = IPAddress.bytes(text) {
            self = .block(bytes: bytes, bits: bytes.count * 8)
        } else {
            let host = WebHost(text)
            let name = host?.name ?? text.lowercased()
            let stem = name.hasPrefix("*.") ? String(name.dropFirst()) : name
            self = .domain(
                stem.hasPrefix(".") ? stem : "." + stem, isItself: !stem.hasPrefix("."),
                port: host?.port)
        }
    }

    func covers(_ name: String, port: Int) -> Bool {
        switch self {
        case .everything: true
        case .domain(let suffix, let isItself, let onlyPort):
            (onlyPort ?? port) == port
                && (name.hasSuffix(suffix) || isItself && name == suffix.dropFirst())
        case .block(let bytes, let bits):
            IPAddress.bytes(name).map {
                $0.count == bytes.count && $0.bits(bits) == bytes.bits(bits)
            }
                ?? false
        }
    }
}

extension [UInt8] {
    /// The first bits, the rest of their byte cleared.
    fileprivate func bits(_ count: Int) -> [UInt8] {
        let whole = Array(prefix(count / 8))
        return count % 8 == 0 ? whole : whole + [self[count / 8] & ~(0xFF >> UInt8(count % 8))]
    }
}

/// Addresses of version 4 and 6 as their bytes.
enum IPAddress {
    /// Nil for what is no address; brackets are passed over.
    static func bytes(_ text: String) -> [UInt8]? {
        let address = text.filter { $0 != "[" && $0 != "]" }
        return address.contains(":") ? version6(address) : version4(address)
    }

    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.allSatisfy(\.isDigit) ? UInt8(part) : nil
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// Groups of four digits, of which one run may be left out.
    private static func version6(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
            .map { groups($0) }
        let known = halves.compactMap(\.self)
        guard known.count == halves.count, 1...2 ~= halves.count else { return nil }
        let missing = 16 - known.joined().count
        guard halves.count == 1 ? missing == 0 : missing > 0 else { return nil }
        return known[0] + Array(repeating: 0, count: missing)
            + (halves.count == 2 ? known[1] : [])
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        for group in text.isEmpty
            ? [] : text.split(separator: ":", omittingEmptySubsequences: false)
        {
            guard group.utf8.count <= 4, group.utf8.allSatisfy(\.isHexadecimal),
                let value = UInt16(group, radix: 16)
            else { return nil }
            bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
        return bytes
    }
}
