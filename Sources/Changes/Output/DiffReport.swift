package import Reports

/// The answer of `sluice diff`: what a change deploys, and where asked, whether it is nothing but an
/// update of images.
package struct DiffReport: Sendable {
    let diff: DeploymentDiff
    /// Nil where it was not asked for.
    let review: ImageUpdateReview?

    package init(_ diff: DeploymentDiff, review: ImageUpdateReview? = nil) {
        self.diff = diff
        self.review = review
    }

    /// Whether a review was asked for, and there is more in the change.
    package var isRefused: Bool { review.map { !$0.isAccepted } ?? false }

    /// - Parameter limit: The characters that Markdown may have.
    package func rendered(
        as format: DiffFormat, by tool: ToolIdentity, in style: TextStyle = .plain,
        limit: Int = DiffMarkdown.limit
    ) -> String {
        switch format {
        case .text: DiffText(report: self, style: style).text
        case .json: JSONValue.document(of: "diff", by: tool, members).line
        case .markdown: DiffMarkdown(report: self, limit: limit).text
        case .html: DiffPage(report: self, tool: tool).text
        }
    }
}

/// The forms in which a diff can be told.
package enum DiffFormat: String, OutputFormat {
    /// For people, on a terminal or in a log.
    case text
    /// The tool's own, described by `docs/schema/diff-v1.schema.json`.
    case json
    /// For a comment on a pull request, or a job's summary.
    case markdown
    /// One page that needs nothing else.
    case html
}
