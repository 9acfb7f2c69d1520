import ArgumentParser
import GoTemplates
import YAMLSyntax

/// `sluice create image update`: what writes tags into a Git repository.
struct CreateImageUpdate: CreationCommand {
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
    @OptionGroup var flags: NewImageUpdateAutomation.Flags

    func manifest(_ head: ManifestHead) throws(CreationError) -> String {
        try NewImageUpdateAutomation(head, flags).manifest
    }
}

/// An ImageUpdateAutomation to be made of flags.
///
/// Source: flux2, `cmd/flux/create_image_update.go`; image-automation-controller, `api/v1`. Beyond
/// what flux checks, a commit message has to render: its own example fails with the first update.
package struct NewImageUpdateAutomation: Equatable, Sendable {
    /// The flags; empty texts are absent.
    package struct Flags: ParsableArguments {
        @Option(
            name: .customLong("git-repo-ref"), parsing: .unconditional,
            help: ArgumentHelp("The name of the GitRepository.", valueName: "name"))
        package var repositoryReference = ""

        @Option(
            name: .customLong("git-repo-namespace"), parsing: .unconditional,
            help: ArgumentHelp(
                "The namespace of the GitRepository, if it is another.", valueName: "namespace"))
        package var repositoryNamespace = ""

        @Option(
            name: .customLong("git-repo-path"), parsing: .unconditional,
            help: ArgumentHelp(
                "The directory whose manifests are written, else all.", valueName: "path"))
        package var repositoryPath = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The branch to check out.", valueName: "branch"))
        package var checkoutBranch = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The branch to push to, if it is another.", valueName: "branch"))
        package var pushBranch = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The template of commit messages.", valueName: "template"))
        package var commitTemplate = ""

        @Option(parsing: .unconditional, help: ArgumentHelp("Who commits.", valueName: "name"))
        package var authorName = ""

        @Option(parsing: .unconditional, help: ArgumentHelp("Who commits.", valueName: "email"))
        package var authorEmail = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The Secret with the key that signs commits.", valueName: "secret"))
        package var signingKeySecret = ""

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The kind of that key; Flux takes it for gpg.", valueName: "gpg|ssh")
        )
        package var signingKeyType = ""

        @Option(parsing: .unconditional, help: "How often to look for new tags.")
        package var interval = "1m"

        package init() {}
    }

    private static let keyTypes = ["gpg", "ssh"]

    private let head: ManifestHead
    private let spec: [String: YAMLValue]

    package init(_ head: ManifestHead, _ flags: Flags) throws(CreationError) {
        var git: [String: YAMLValue] = [:]
        let source = try Self.source(flags)
        let branch = try FlagValues.required(flags.checkoutBranch, "--checkout-branch")
        git["checkout"] = ["ref": ["branch": .text(branch)]]
        git["commit"] = .mapping(try Self.commit(flags))
        if !flags.pushBranch.isEmpty { git["push"] = ["branch": .text(flags.pushBranch)] }
        var spec: [String: YAMLValue] = [
            "git": .mapping(git), "sourceRef": .mapping(source),
            "interval": .text(try FlagValues.duration(flags.interval, "--interval")),
        ]
        if !flags.repositoryPath.isEmpty {
            spec["update"] = ["path": .text(flags.repositoryPath), "strategy": "Setters"]
        }
        self.head = head
        self.spec = spec
    }

    package var manifest: String { head.manifest(of: "ImageUpdateAutomation", spec: spec) }

    private static func source(_ flags: Flags) throws(CreationError) -> [String: YAMLValue] {
        let name = try FlagValues.requiredReference(flags.repositoryReference, "--git-repo-ref")
        let namespace = try FlagValues.reference(
            flags.repositoryNamespace, "--git-repo-namespace")
        var source: [String: YAMLValue] = ["kind": "GitRepository", "name": .text(name)]
        if !namespace.isEmpty { source["namespace"] = .text(namespace) }
        return source
    }

    private static func commit(_ flags: Flags) throws(CreationError) -> [String: YAMLValue] {
        let name = try FlagValues.required(flags.authorName, "--author-name")
        let email = try FlagValues.required(flags.authorEmail, "--author-email")
        var commit: [String: YAMLValue] = ["author": ["email": .text(email), "name": .text(name)]]
        if let key = try signingKey(flags) { commit["signingKey"] = .mapping(key) }
        if !flags.commitTemplate.isEmpty {
            try check(template: flags.commitTemplate)
            commit["messageTemplate"] = .text(flags.commitTemplate)
        }
        return commit
    }

    private static func signingKey(_ flags: Flags) throws(CreationError) -> [String: YAMLValue]? {
        let secret = try FlagValues.reference(flags.signingKeySecret, "--signing-key-secret")
        guard !secret.isEmpty else {
            guard flags.signingKeyType.isEmpty else {
                throw CreationError("--signing-key-type", reason: .needs("--signing-key-secret"))
            }
            return nil
        }
        var key: [String: YAMLValue] = ["secretRef": ["name": .text(secret)]]
        if !flags.signingKeyType.isEmpty {
            let type = try FlagValues.choice(
                flags.signingKeyType, keyTypes, "--signing-key-type")
            key["type"] = .text(type)
        }
        return key
    }

    private static func check(template text: String) throws(CreationError) {
        do throws(TemplateError) {
            guard let error = try Template(text).certainError() else { return }
            throw error
        } catch {
            throw CreationError(
                "--commit-template", reason: .malformed("\(error)"), value: text,
                range: error.offset..<error.offset)
        }
    }
}
