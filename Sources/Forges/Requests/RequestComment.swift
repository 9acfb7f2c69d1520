/// A comment on a pull request that is written once and refreshed in place.
package struct RequestComment: Equatable, Sendable {
    /// Of the pull request.
    package var number: Int
    /// Markdown; an empty one takes the comment away.
    package var text: String
    /// Tells several comments of one pull request apart, in a line that does not show.
    package var key: String

    package init(number: Int, text: String, key: String) {
        self.number = number
        self.text = text
        self.key = key
    }
}

/// The outcome for one comment.
package struct CommentOutcome: Equatable, Sendable {
    package enum Action: String, Equatable, Sendable {
        case created
        case updated
        /// It has this text already, or there is none and none is wanted.
        case unchanged
        case removed
    }

    package let action: Action
    /// Nil where there is no comment.
    package let url: String?
}

/// A comment as a forge describes it.
struct ExistingComment: Equatable {
    let id: Int
    let body: String
    /// Nil where the forge does not tell it.
    let url: String?
    /// The login name of its author.
    let author: String
    /// Whether a program wrote it: a bot of the forge, or an app.
    let isByProgram: Bool
}

/// The text of a comment as one forge takes it: the line of the key, then the text.
struct CommentText: Equatable {
    let keyLine: KeyLine
    let body: String

    init(_ comment: RequestComment, for kind: ForgeKind) {
        self.init(comment, for: kind, bodyLimit: kind.bodyLimit)
    }

    init(_ comment: RequestComment, for kind: ForgeKind, bodyLimit: Int) {
        keyLine = KeyLine("comment/" + comment.key, for: kind)
        let start = keyLine.text() + "\n\n"
        let text = PullRequestText.normalized(comment.text)
        body = start + ShortenedText(text, limit: bodyLimit - start.utf16.count).text
    }

    /// Whether a comment begins with the line of the key; in a quotation it is not the first.
    func hasKey(of existing: ExistingComment) -> Bool {
        existing.body.split(whereSeparator: \.isNewline).first.map { $0 == keyLine.text() } ?? false
    }

    /// Whether a comment has this text, whatever the forge made of the ends of its lines.
    func isIn(_ existing: ExistingComment) -> Bool {
        PullRequestText.normalized(existing.body) == PullRequestText.normalized(body)
    }
}
