/// The commits that a message says it reverts, as `git revert` writes it.
enum RevertedCommits {
    private static let beginning = "This reverts commit "

    /// Full ids, in the order of the message.
    static func ids(in message: String) -> [String] {
        message.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(beginning) else { return nil }
            let id = line.dropFirst(beginning.utf8.count).prefix { $0.isHexDigit }
            return id.utf8.count == 40 || id.utf8.count == 64 ? String(id).lowercased() : nil
        }
    }
}
