/// A tag or digest that stands for another one.
///
/// It goes through everything that builds manifests as the value itself would: as a plain scalar it
/// is a text, and it is valid where a tag or digest is expected. No registry has it.
enum Placeholder {
    private static let tagStart = "__sluice_value_"
    /// In front of the number, 48 hexadecimal digits.
    private static let digestStart = "sha256:51ce51ce51ce51ce"

    static func text(_ number: Int, isDigest: Bool) -> String {
        guard isDigest else { return tagStart + String(number) }
        let digits = String(number, radix: 16)
        return digestStart + String(repeating: "0", count: 48 - digits.utf8.count) + digits
    }

    /// The number of a placeholder; nil for any other text.
    static func number(of text: String) -> Int? {
        if text.hasPrefix(tagStart) { return Int(text.dropFirst(tagStart.utf8.count)) }
        guard text.hasPrefix(digestStart) else { return nil }
        return Int(text.dropFirst(digestStart.utf8.count), radix: 16)
    }
}
