/// Why a template was rejected or its execution ended, and where.
package struct TemplateError: Error, Sendable {
    /// The step at which Flux would have noticed.
    package enum Stage: String, Sendable {
        case parse
        /// Use of a field that older versions of Flux had: the automation stalls for good.
        case removedField = "removed_field"
        case execute
    }

    package let stage: Stage
    package let reason: Reason
    /// A UTF-8 offset within the template.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int
}

extension TemplateError: CustomStringConvertible {
    package var description: String { "line \(line), column \(column): \(reason)" }
}

/// A reason with its place, before lines are counted.
struct LocatedFailure: Error {
    let stage: TemplateError.Stage
    let reason: TemplateError.Reason
    let offset: Int

    func error(in source: Bytes) -> TemplateError {
        let before = source.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TemplateError(
            stage: stage, reason: reason, offset: offset,
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
    }
}
