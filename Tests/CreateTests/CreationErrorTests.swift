import ArgumentParser
import Commands
import Testing

@Suite struct CreationErrorTests {
    private static func error(
        _ body: () throws(CreationError) -> some Any
    ) -> CreationError? {
        do throws(CreationError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("a", "apps", [], "NAME: `a` is not a valid name: it has 2 to 63"),
        ("Web", "apps", [], "NAME: `Web` is not a valid name"),
        ("web-", "apps", [], "NAME: `web-` is not a valid name"),
        ("web", "My", [], "--namespace: `My` is not a valid namespace name"),
        ("web", "apps", ["a"], "--label: `a` is not a valid label: it is written as `key=value`"),
        ("web", "apps", ["a=1,b=2=3"], "--label: `b=2=3` is not a valid label"),
        ("web", "apps", ["-a=1"], "--label: `-a` is not a valid label key"),
        ("web", "apps", ["a/b/c=1"], "--label: `a/b/c` is not a valid label key"),
        ("web", "apps", ["a=b c"], "--label: `b c` is not a valid label value"),
    ])
    func `names, namespaces and labels are checked`(
        name: String, namespace: String, labels: [String], words: String
    ) {
        let error = Self.error { () throws(CreationError) in
            try ManifestHead(name: name, namespace: namespace, labels: labels)
        }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    private static let repositories:
        [(String, @Sendable (inout NewImageRepository.Flags) -> Void)] =
            [
                ("--image is required", { $0.image = "" }),
                ("--image: ", { $0.image = "https://ghcr.io/org/web" }),
                ("--image: ", { $0.image = "ghcr.io/org/web:1.0.0" }),
                ("--interval: `5` is not a valid duration", { $0.interval = "5" }),
                ("--interval: `` is not a valid duration", { $0.interval = "" }),
                ("--interval: the API takes no `-1m0s` here", { $0.interval = "-1m" }),
                ("--interval: the API takes no `5ns` here", { $0.interval = "5ns" }),
                (
                    "--scan-timeout: the API takes no `1h0m0s` here, only ms, s, m",
                    { $0.scanTimeout = "1h" }
                ),
                ("--secret-ref: `A` is not a valid object name", { $0.secretReference = "A" }),
                (
                    "--cert-ref: `a..b` is not a valid object name",
                    { $0.certificateReference = "a..b" }
                ),
            ]

    @Test(arguments: repositories.indices)
    func `flags of an ImageRepository are checked`(_ index: Int) throws {
        let (words, change) = Self.repositories[index]
        var flags = try NewImageRepository.Flags.parse([])
        flags.image = "ghcr.io/org/web"
        change(&flags)
        let error = Self.error { () throws(CreationError) in
            try NewImageRepository(ManifestTests.head(), flags)
        }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    private static let policies:
        [(String, Range<Int>?, @Sendable (inout NewImagePolicy.Flags) -> Void)] = [
            ("--image-ref is required", nil, { $0.imageReference = "" }),
            (
                "one of --select-semver, --select-alpha, --select-numeric is required", nil,
                { $0.semver = "" }
            ),
            (
                "only one of --select-semver, --select-alpha, --select-numeric can be given", nil,
                { $0.numerical = "asc" }
            ),
            (
                "--select-alpha must be one of asc, desc, not `up`", nil,
                {
                    $0.semver = ""
                    $0.alphabetical = "up"
                }
            ),
            ("--select-semver: unknown operator", 4..<7, { $0.semver = "1.x =>< 2" }),
            ("--filter-regex: the group opened here", 1..<2, { $0.filterPattern = "^(a" }),
            (
                "--filter-extract needs --filter-regex", nil, { $0.filterExtract = "$1" }
            ),
            (
                "--filter-extract: the pattern has no group `ts`", 2..<5,
                {
                    $0.filterPattern = "(?P<t>a)"
                    $0.filterExtract = "x-$ts"
                }
            ),
            (
                "--filter-extract: the pattern has no group 2", 0..<2,
                {
                    $0.filterPattern = "(a)"
                    $0.filterExtract = "$2"
                }
            ),
            (
                "--filter-extract: a dollar here names no group", 0..<4,
                {
                    $0.filterPattern = "(a)"
                    $0.filterExtract = "$$ $"
                }
            ),
            (
                "--reflect-digest must be one of Never, IfNotPresent, Always, not `always`", nil,
                { $0.reflectDigest = "always" }
            ),
            ("--interval needs --reflect-digest=Always", nil, { $0.interval = "1m" }),
            (
                "--reflect-digest=Always needs --interval", nil, { $0.reflectDigest = "Always" }
            ),
        ]

    @Test(arguments: policies.indices)
    func `flags of an ImagePolicy are checked`(_ index: Int) throws {
        let (words, range, change) = Self.policies[index]
        var flags = try NewImagePolicy.Flags.parse([])
        flags.imageReference = "podinfo"
        flags.semver = "1.x"
        change(&flags)
        let error = Self.error { () throws(CreationError) in
            try NewImagePolicy(ManifestTests.head(), flags)
        }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
        #expect(error?.range == range)
    }

    private static let automations:
        [(String, @Sendable (inout NewImageUpdateAutomation.Flags) -> Void)] = [
            ("--git-repo-ref is required", { $0.repositoryReference = "" }),
            ("--checkout-branch is required", { $0.checkoutBranch = "" }),
            ("--author-name is required", { $0.authorName = "" }),
            ("--author-email is required", { $0.authorEmail = "" }),
            ("--git-repo-namespace: `A` is not a valid", { $0.repositoryNamespace = "A" }),
            ("--signing-key-type needs --signing-key-secret", { $0.signingKeyType = "ssh" }),
            (
                "--signing-key-type must be one of gpg, ssh, not `pgp`",
                {
                    $0.signingKeySecret = "k"
                    $0.signingKeyType = "pgp"
                }
            ),
            (
                "--commit-template: line 1, column 9: the field `.Updated` was removed",
                { $0.commitTemplate = "{{range .Updated.Images}}{{println .}}{{end}}" }
            ),
            ("--commit-template: line 1, column 4: ", { $0.commitTemplate = "{{ nope }}" }),
        ]

    @Test(arguments: automations.indices)
    func `flags of an ImageUpdateAutomation are checked`(_ index: Int) throws {
        let (words, change) = Self.automations[index]
        var flags = try NewImageUpdateAutomation.Flags.parse([])
        flags.repositoryReference = "flux-system"
        flags.checkoutBranch = "main"
        flags.authorName = "flux"
        flags.authorEmail = "flux@example.com"
        change(&flags)
        let error = Self.error { () throws(CreationError) in
            try NewImageUpdateAutomation(ManifestTests.head(), flags)
        }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }
}
