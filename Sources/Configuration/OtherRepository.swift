/// Another repository of the fleet: the URL by which sources name it, and where its clone is.
package struct OtherRepository: Sendable {
    package let url: Setting<String>
    /// `../NAME`, from the repository's root; nil for the clone that `sluice fetch` keeps.
    package let path: Setting<String>?
    /// The branch of that clone; nil for the one that the remote's HEAD names.
    package let branch: String?

    /// Nil for an entry without a URL, which was reported.
    init?(_ entry: Setting<RepositoryEntry>) {
        guard let url = entry.value.url else { return nil }
        self.url = url
        path = entry.value.path
        branch = entry.value.branch?.value
    }
}

extension Format<RepositoryEntry> {
    static let repository = record(
        RepositoryEntry(),
        [
            Field(
                "url", \.url, .text("the URL of a repository") { $0 }, isRequired: true,
                """
                The URL of a GitRepository or an OCIRepository; https, ssh and git@host:path \
                are one.
                """),
            Field(
                "path", \.path, .siblingPath,
                """
                Where its clone is: the commit that is checked out there is read; in a directory \
                without Git, all files. Where nothing is there, nothing is linked. Without a \
                path, the clone that `sluice fetch` keeps is read.
                """),
            Field(
                "branch", \.branch, .text("a branch") { $0 },
                """
                The branch that `sluice fetch` fetches, in place of the remote's default branch.
                """),
        ]
    ).named("repository")
}

extension Format<String> {
    /// A directory beside the repository: a change to the configuration must not make a check
    /// read other places of a machine.
    fileprivate static let siblingPath = parsed(
        "a directory beside this repository, such as ../fleet",
        schema: ["pattern": #"^\.\./[A-Za-z0-9_][A-Za-z0-9_.-]*$"#]
    ) { text in
        guard text.utf8.starts(with: "../".utf8) else { return nil }
        let name = text.utf8.dropFirst(3)
        let isName = name.allSatisfy {
            $0 < 0x80
                && (Character(UnicodeScalar($0)).isLetter
                    || Character(UnicodeScalar($0)).isNumber || [0x5F, 0x2E, 0x2D].contains($0))
        }
        return isName && name.first != nil && name.first != 0x2E && name.first != 0x2D ? text : nil
    }
}
