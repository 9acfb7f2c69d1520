/// The title and body of a pull request as one forge takes them.
struct PullRequestText: Equatable {
    let title: String
    /// Begins with the line of the key.
    let body: String
    let keyLine: KeyLine

    init(_ request: PullRequest, for kind: ForgeKind) {
        self.init(request, for: kind, bodyLimit: kind.bodyLimit)
    }

    init(_ request: PullRequest, for kind: ForgeKind, bodyLimit: Int) {
        keyLine = KeyLine(request.key, for: kind)
        title = Self.title(request.title)
        // On Bitbucket a definition ends with an empty line; elsewhere one does no harm.
        let start = keyLine.text() + "\n\n"
        let text = Self.normalized(request.body)
        body = start + ShortenedText(text, limit: bodyLimit - start.utf16.count).text
    }

    /// Whether a pull request has this text, whatever the forge made of the ends of its lines.
    func isIn(_ existing: ExistingPullRequest) -> Bool {
        existing.bareTitle == bareTitle && Self.normalized(existing.body) == Self.normalized(body)
    }

    /// Without the mark of a draft: whether it is one, people decide after it was opened.
    var bareTitle: String { String(title.dropFirst(keyLine.kind.draftMark(of: title).count)) }

    private static let titleLimit = 255

    private static func title(_ text: String) -> String {
        let line = text.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
        guard line.utf16.count > titleLimit else { return line }
        return String(ShortenedText.start(of: line[...], limit: titleLimit - 1)) + "…"
    }

    /// With the ends of lines that Git has, and none at the end.
    static func normalized(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

extension ForgeKind {
    /// The longest body that a pull request may have, in UTF-16 units.
    ///
    /// Source: Renovate's limits for each platform.
    var bodyLimit: Int {
        switch self {
        case .gitHub: 58_000
        case .bitbucket: 50_000
        case .azure: 4_000
        case .gitLab, .gitea: 1_000_000
        }
    }

    /// The beginning of a title that makes a pull request a draft; empty for others.
    func draftMark(of title: String) -> String {
        let mark = draftMarks.first { title.lowercased().hasPrefix($0.lowercased()) }
        return String(title.prefix(mark?.count ?? 0))
    }

    private var draftMarks: [String] {
        switch self {
        case .gitLab: ["Draft: ", "Draft:", "[Draft] ", "[Draft]", "(Draft) ", "(Draft)"]
        case .gitea: ["WIP: ", "WIP:", "[WIP] ", "[WIP]"]
        case .gitHub, .bitbucket, .azure: []
        }
    }
}
