package import SourceText

/// A statement in a manifest that findings are accepted there.
package struct SuppressionFact: Hashable, Sendable {
    /// How the statement is written.
    package enum Form: Hashable, Sendable {
        case comment
        /// A line of the annotation `sluice.dev/ignore`.
        case annotation
    }

    package let form: Form
    /// The comment, from its first `#`, or the annotation's line.
    package let span: SourceSpan
    package let reading: SuppressionReading
    /// Where the findings begin that it speaks of: the lines of a comment, or an object.
    package let scope: SourceSpan
    /// The object that contains the statement, if its document declares one.
    package let object: ObjectIdentity?

    /// The annotation that speaks of a whole object.
    package static let annotation = "sluice.dev/ignore"
}

/// A suppression as it was read, or its fault.
package enum SuppressionReading: Hashable, Sendable {
    case statement(SuppressionStatement)
    case malformed(SuppressionFault)
}

/// Rules whose findings are accepted, why, and until when.
package struct SuppressionStatement: Hashable, Sendable {
    /// As written, at least one; whether such rules exist is not known here.
    package let rules: [LocatedText]
    package let reason: LocatedText
    /// As written; nil for a statement without an end.
    package let until: LocatedText?
}

/// Why a comment or annotation that means to accept findings does not.
package enum SuppressionFault: Hashable, Sendable {
    /// Neither this word nor these marks are how a statement begins.
    case opening(String)
    case noRules
    case unclosedRules
    case noReason
    /// A day is there, but not as `(until DAY)` at the end.
    case looseDay
    /// The statement is behind other text in its comment.
    case notFirst
    /// A second comment kills the marker, or is one with it.
    case besideMarker
}
