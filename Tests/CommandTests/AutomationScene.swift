import Foundation
import TestSupport

/// A clone with an automation of its own, the bare repository that it came from, and tags.
struct AutomationScene {
    let clone: GitFixture
    let remote: GitFixture

    /// - Parameters:
    ///   - git: More lines of the automation's `spec.git`, with their indentation.
    ///   - files: Files beside the automation, its source and the policy `web`.
    init(
        git: String = "", update: String = "", spec: String = "", files: [String: String] = [:]
    ) throws {
        let home = try TemporaryDirectory()
        remote = GitFixture(at: "remote.git", in: home)
        clone = GitFixture(at: "clone", in: home)
        try clone.git(
            ["init", "--quiet", "--bare", "--initial-branch=main", remote.path], at: home.path)
        try clone.git(["init", "--quiet", "--initial-branch=main", clone.path], at: home.path)
        try clone.git("remote", "add", "origin", "file://\(remote.path)")
        let own = [
            "flux-system/sync.yaml": Self.source(url: "file://\(remote.path)"),
            "flux-system/images.yaml": Self.automation(git: git, update: update, spec: spec),
            "flux-system/policies.yaml": Self.policy("web"),
            "apps/web.yaml": Manifest.podFollowing("web"),
        ]
        try clone.commit(own.merging(files) { $1 })
        try clone.git("push", "--quiet", "--set-upstream", "origin", "main")
        try setTags(["web": ["1.0.0", "1.1.0"]])
    }

    static func source(url: String) -> String {
        """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata:
          name: flux-system
          namespace: flux-system
        spec:
          interval: 1m
          url: \(url)
          ref:
            branch: main

        """
    }

    static func automation(
        _ name: String = "images", git: String = "", update: String = "", spec: String = ""
    ) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata:
          name: \(name)
          namespace: flux-system
        spec:
          interval: 30m\(spec)
          sourceRef:
            kind: GitRepository
            name: flux-system
          git:
            commit:
              author:
                name: fluxcdbot
                email: fluxcdbot@example.org
              messageTemplate: |
                Update {{ .AutomationObject }}

                {{ range .Changed.Changes }}- {{ .OldValue }} -> {{ .NewValue }}
                {{ end }}\(git)
          update:
            strategy: Setters
            path: ./apps\(update)

        """
    }

    /// An ImagePolicy with its ImageRepository.
    static func policy(_ name: String, range: String = ">=1.0.0") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata:
          name: \(name)
          namespace: flux-system
        spec:
          image: ghcr.io/org/\(name)
          interval: 5m
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata:
          name: \(name)
          namespace: flux-system
        spec:
          imageRepositoryRef:
            name: \(name)
          policy:
            semver:
              range: "\(range)"
        ---

        """
    }

    /// Writes the snapshot that `update` takes.
    func setTags(_ tags: KeyValuePairs<String, [String]>) throws {
        let images = tags.map { name, tags in
            let list = tags.map { "\"\($0)\"" }.joined(separator: ", ")
            return """
                {"image": "ghcr.io/org/\(name)", "time": "2026-01-01T00:00:00Z", "tags": [\(list)]}
                """
        }
        try clone.home.write(
            "tags.json", "{\"schema\": 1, \"images\": [\(images.joined(separator: ","))]}")
    }

    func update(_ arguments: String..., with variables: [String: String] = [:]) throws
        -> ProgramRun
    {
        try clone.sluice(
            ["update", "--tags", "../tags.json"] + arguments,
            with: ["SOURCE_DATE_EPOCH": "1700000000"].merging(variables) { $1 })
    }

    /// A file of a branch of the remote.
    func text(_ path: String = "apps/web.yaml", on branch: String = "main") throws -> String {
        try remote.git("show", "\(branch):\(path)")
    }

    /// Pushes a commit to the remote from another clone.
    @discardableResult
    func pushFromElsewhere(
        _ files: [String: String], to branch: String = "main", message: String = "elsewhere"
    ) throws -> String {
        let other = GitFixture(at: "other-\(UUID().uuidString)", in: clone.home)
        try other.git(["clone", "--quiet", remote.path, other.path], at: clone.home.path)
        try other.git("checkout", "--quiet", branch)
        let commit = try other.commit(files, message: message)
        try other.git("push", "--quiet", "origin", branch)
        return commit
    }
}
