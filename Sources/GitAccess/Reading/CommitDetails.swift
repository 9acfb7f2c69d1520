/// The metadata of a commit besides its files and parents.
package struct CommitDetails: Hashable, Sendable {
    package let author: CommitPerson
    package let committer: CommitPerson
    package let time: CommitTime
    /// Recorded as it is; Git has no commit with a NUL in it.
    package let message: String

    package init(
        author: CommitPerson, committer: CommitPerson, time: CommitTime, message: String
    ) {
        self.author = author
        self.committer = committer
        self.time = time
        self.message = message
    }
}

/// The author or committer of a commit.
package struct CommitPerson: Codable, Hashable, Sendable {
    /// May be empty, as in Flux.
    package let name: String
    package let email: String

    package init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// As commits and logs have it, without the characters that would end a part of it early.
    var recorded: String { "\(Self.recorded(name)) <\(Self.recorded(email))>" }

    private static func recorded(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !"<>\n\r\0".unicodeScalars.contains($0) }))
    }
}

/// When a commit was made, with the time zone of its maker.
package struct CommitTime: Codable, Hashable, Sendable {
    package let secondsSince1970: Int64
    /// East of Greenwich.
    package let offsetMinutes: Int

    package init(secondsSince1970: Int64, offsetMinutes: Int = 0) {
        self.secondsSince1970 = secondsSince1970
        self.offsetMinutes = offsetMinutes
    }

    /// Reads what `recorded` says; nil for anything else.
    init?(recorded text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let seconds = Int64(parts[0]), let zone = Int(parts[1]) else {
            return nil
        }
        let (hours, minutes) = abs(zone).quotientAndRemainder(dividingBy: 100)
        let offset = hours * 60 + minutes
        self.init(secondsSince1970: seconds, offsetMinutes: zone < 0 ? -offset : offset)
    }

    /// As in `1700000000 +0130`.
    var recorded: String {
        let (hours, minutes) = abs(offsetMinutes).quotientAndRemainder(dividingBy: 60)
        let digits = [hours, minutes].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "\(secondsSince1970) \(offsetMinutes < 0 ? "-" : "+")\(digits)"
    }
}

extension CommitDetails {
    /// A commit object without a signature; it is what a key signs.
    func content(tree: String, parents: [String]) -> String {
        let parentLines = parents.map { "parent \($0)\n" }.joined()
        return """
            tree \(tree)
            \(parentLines)author \(author.recorded) \(time.recorded)
            committer \(committer.recorded) \(time.recorded)

            \(message)
            """
    }
}
