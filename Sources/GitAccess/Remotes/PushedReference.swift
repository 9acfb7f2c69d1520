/// One reference as a push changes it.
package struct PushedReference: Hashable, Sendable {
    /// At the receiving end.
    package let name: String
    /// Nil where the push makes the reference.
    package let old: String?
    /// Nil where the push deletes it.
    package let new: String?

    package init(name: String, old: String, new: String) {
        self.name = name
        self.old = Self.isNothing(old) ? nil : old
        self.new = Self.isNothing(new) ? nil : new
    }

    /// Parses the input of `pre-push`: `<local ref> <local id> <remote ref> <remote id>` on each
    /// line.
    package static func sent(_ input: [UInt8]) -> [PushedReference] {
        fields(of: input, count: 4).map { PushedReference(name: $0[2], old: $0[3], new: $0[1]) }
    }

    /// Parses the input of `pre-receive`: `<old id> <new id> <ref>` on each line.
    package static func received(_ input: [UInt8]) -> [PushedReference] {
        fields(of: input, count: 3).map { PushedReference(name: $0[2], old: $0[0], new: $0[1]) }
    }

    /// Names of references contain no blanks.
    private static func fields(of input: [UInt8], count: Int) -> [[String]] {
        input.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }.filter { $0.count == count }
    }

    private static func isNothing(_ id: String) -> Bool { id.allSatisfy { $0 == "0" } }

    /// Branches and tags; notes and the like have no manifests.
    package var holdsFiles: Bool { name.hasPrefix("refs/heads/") || name.hasPrefix("refs/tags/") }
}
