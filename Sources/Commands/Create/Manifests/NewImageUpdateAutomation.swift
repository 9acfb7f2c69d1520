import GoTemplates
import YAMLSyntax

/// An ImageUpdateAutomation to be made of flags.
///
/// Source: flux2, `cmd/flux/create_image_update.go`; image-automation-controller, `api/v1`. Beyond
/// what flux checks, a commit message has to render: its own example fails with the first update.
package struct NewImageUpdateAutomation: Equatable, Sendable {
    /// The values of the flags; empty texts are absent.
    package struct Flags: Sendable {
        package var repositoryReference = ""
        package var repositoryNamespace = ""
        package var repositoryPath = ""
        package var checkoutBranch = ""
        package var pushBranch = ""
        package var commitTemplate = ""
        package var authorName = ""
        package var authorEmail = ""
        package var signingKeySecret = ""
        package var signingKeyType = ""
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
