extension PullRequest {
    /// The push options by which GitLab opens or updates a merge request for the pushed branch,
    /// where no token may use its API.
    ///
    /// A value has no newline; GitLab reads `\n` in a description as one.
    ///
    /// Source: GitLab's documentation of push options; merge request gitlab-org/gitlab 87020.
    package var pushOptions: [String] {
        let text = PullRequestText(self, for: .gitLab, bodyLimit: Self.longestDescription)
        let description = text.body.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\\n")
        return ["merge_request.create"]
            + [
                ("target", base), ("title", text.title), ("description", description),
            ].map { "merge_request.\($0)=\(Self.visible($1))" }
            + labels.map { "merge_request.label=\(Self.visible($0))" }
    }

    /// In UTF-16 units; a line of Git's protocol has 65 516 bytes.
    private static let longestDescription = 15_000

    private static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
    }
}
