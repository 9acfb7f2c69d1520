/// A pull request as it shall be: it is opened once, and refreshed in place.
package struct PullRequest: Equatable, Sendable {
    /// The branch with the change, pushed before.
    package var branch: String
    /// The branch that it is to be merged into.
    package var base: String
    package var title: String
    /// Markdown; without anything that differs from run to run, so that an unchanged one is left
    /// alone.
    package var body: String
    /// Set when it is opened, on forges that take labels by name: GitHub, GitLab, Azure DevOps.
    package var labels: [String]
    /// Stands for the change that is proposed, in a part of the body that does not show: what
    /// somebody closed without merging is not proposed again.
    package var key: String

    package init(
        branch: String, base: String, title: String, body: String, labels: [String] = [],
        key: String
    ) {
        self.branch = branch
        self.base = base
        self.title = title
        self.body = body
        self.labels = labels
        self.key = key
    }
}

/// The outcome for one pull request.
package struct PullRequestOutcome: Equatable, Sendable {
    package enum Action: String, Equatable, Sendable {
        case created
        case updated
        /// Nothing was sent but questions.
        case unchanged
        /// Somebody closed one for the same change without merging it, which is the one named.
        case declined
        case closed
    }

    package let action: Action
    package let number: Int
    package let url: String
    /// A part that was not done, as a sentence for people; nil where everything was.
    package let omission: String?
}

/// A pull request that is open.
package struct OpenPullRequest: Equatable, Sendable {
    package let branch: String
    package let number: Int
    package let url: String
    /// Nil for one that has no key of this program.
    package let key: String?
}
