/// What a rule is: the front matter and the documentation of `rules/definitions/<id>.md`.
///
/// ```
/// ---
/// id: image-untagged
/// severity: error
/// since: 0.1.0
/// fix: none            (none | safe | unsafe)
/// offline: true
/// supersedes: rule-a, rule-b       (optional)
/// ---
/// # image-untagged
/// Summary line.
/// …
/// ```
package struct RuleDefinition: Sendable {
    package enum FixKind: String, Sendable {
        case none
        case safe
        case unsafe
    }

    package let id: String
    package let severity: Severity
    package let since: String
    package let fix: FixKind
    /// Whether the rule can be decided from the repository alone.
    package let isOffline: Bool
    /// Rules whose finding at the same scalar this rule's finding replaces.
    package let supersedes: [String]
    /// One sentence that says what is wrong.
    package let summary: String
    /// The documentation below the front matter, in Markdown.
    package let documentation: String
}
