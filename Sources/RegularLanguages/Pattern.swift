/// A pattern as `filterTags.pattern` has it, read as Go 1.26's `regexp.Compile` reads it.
package struct Pattern: Sendable {
    package let source: String
    package let root: PatternNode
    /// By number; the whole match is group 0 and has no name. Go lets names occur twice.
    package let groupNames: [String?]
    let program: Program

    package init(_ source: String) throws(PatternError) {
        try self.init(utf8: Array(source.utf8))
    }

    /// The pattern of `bytes`, which need not be UTF-8 to be rejected properly.
    package init(utf8 bytes: [UInt8]) throws(PatternError) {
        var parser = PatternParser(bytes)
        root = try parser.parse()
        groupNames = parser.groupNames
        source = String(decoding: bytes, as: UTF8.self)
        do {
            program = try Program(root, groupCount: groupNames.count)
        } catch {
            throw PatternError(.tooManyStates(limit: error.limit), at: root.range)
        }
    }
}

/// Something would need more states than the limit allows.
package struct StateLimitExceeded: Error, Hashable, Sendable {
    package let limit: Int
}

extension StateLimitExceeded: CustomStringConvertible {
    package var description: String { "more than \(limit) states are needed" }
}
