/// A minor version of Flux 2; patch releases take no API version away.
package struct FluxVersion: Hashable, Sendable {
    /// The texts that `init` reads, as a pattern for the JSON Schema and for messages.
    static let pattern = #"^v?2\.(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3}))?$"#

    package let minor: Int

    package init(minor: Int) {
        self.minor = minor
    }

    /// Reads `2.9`, `v2.9` and `2.9.4`.
    package init?(_ text: String) {
        let digits = text.hasPrefix("v") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.number)
        guard numbers.count == parts.count, (2...3).contains(parts.count), numbers[0] == 2 else {
            return nil
        }
        minor = numbers[1]
    }

    /// The version in a text around it, as `flux-2.9`, `>=2.9` or `2.9.x`.
    static func meant(by text: String) -> FluxVersion? {
        let numbers = text.split { !"0123456789.".contains($0) }.first ?? ""
        let parts = numbers.split(separator: ".").prefix(2)
        return FluxVersion(parts.joined(separator: "."))
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text == "0" || !text.hasPrefix("0"),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}

extension FluxVersion: Comparable {
    package static func < (left: FluxVersion, right: FluxVersion) -> Bool {
        left.minor < right.minor
    }
}

extension FluxVersion: CustomStringConvertible {
    package var description: String { "2.\(minor)" }
}
