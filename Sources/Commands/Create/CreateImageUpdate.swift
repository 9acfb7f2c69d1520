import ArgumentParser

/// `sluice create image update`: what writes tags into a Git repository.
struct CreateImageUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Print an ImageUpdateAutomation: what commits new tags to a Git repository.",
        discussion: """
            Example:
              sluice create image update flux-system --git-repo-ref flux-system \\
                --git-repo-path ./clusters/my-cluster --checkout-branch main \\
                --author-name flux --author-email flux@example.com \\
                --commit-template '{{ range .Changed.Changes }}{{ println .NewValue }}{{ end }}'

            `sluice explain message` shows what a template gives.

            Exit status: 0 printed, 2 not printed, 64 a flag is wrong or missing.
            """)

    @OptionGroup var creation: CreationOptions

    @Option(
        name: .customLong("git-repo-ref"), parsing: .unconditional,
        help: ArgumentHelp("The name of the GitRepository.", valueName: "name"))
    var repositoryReference = ""

    @Option(
        name: .customLong("git-repo-namespace"), parsing: .unconditional,
        help: ArgumentHelp(
            "The namespace of the GitRepository, if it is another.", valueName: "namespace"))
    var repositoryNamespace = ""

    @Option(
        name: .customLong("git-repo-path"), parsing: .unconditional,
        help: ArgumentHelp(
            "The directory whose manifests are written, else all.", valueName: "path"))
    var repositoryPath = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The branch to check out.", valueName: "branch"))
    var checkoutBranch = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The branch to push to, if it is another.", valueName: "branch"))
    var pushBranch = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The template of commit messages.", valueName: "template"))
    var commitTemplate = ""

    @Option(parsing: .unconditional, help: ArgumentHelp("Who commits.", valueName: "name"))
    var authorName = ""

    @Option(parsing: .unconditional, help: ArgumentHelp("Who commits.", valueName: "email"))
    var authorEmail = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The Secret with the key that signs commits.", valueName: "secret"))
    var signingKeySecret = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The kind of that key; Flux takes it for gpg.", valueName: "gpg|ssh"))
    var signingKeyType = ""

    @Option(parsing: .unconditional, help: "How often to look for new tags.")
    var interval = "1m"

    func validate() throws {
        _ = try manifest()
    }

    func run() async throws {
        try creation.print(manifest())
    }

    private func manifest() throws -> String {
        var flags = NewImageUpdateAutomation.Flags()
        flags.repositoryReference = repositoryReference
        flags.repositoryNamespace = repositoryNamespace
        flags.repositoryPath = repositoryPath
        flags.checkoutBranch = checkoutBranch
        flags.pushBranch = pushBranch
        flags.commitTemplate = commitTemplate
        flags.authorName = authorName
        flags.authorEmail = authorEmail
        flags.signingKeySecret = signingKeySecret
        flags.signingKeyType = signingKeyType
        flags.interval = interval
        return try creation.manifest { (head) throws(CreationError) in
            try NewImageUpdateAutomation(head, flags).manifest
        }
    }
}
