/// A pattern of `filterTags.pattern`, with the syntax of Go 1.26's `regexp.Compile`.
package struct Pattern: Sendable {
    package let source: String
    package let root: PatternNode
    /// By number; group 0 is the whole match and has no name; names may repeat, as in Go.
    package let groupNames: [String?]
    let program: Program

    package init(_ source: String) throws(PatternError) {
        try self.init(utf8: Array(source.utf8))
    }

    /// Parses `bytes`; throws an error with their location if they are not UTF-8.
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

/// More steps or states would be needed than the limit allows.
package struct StateLimitExceeded: Error, Hashable, Sendable {
    package let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }
}

extension StateLimitExceeded: CustomStringConvertible {
    package var description: String { "more than \(limit) steps would be needed" }
}
