import Configuration
import RepositoryLinking
import Testing

@Suite struct PromotionStateTests {
    private static let configuration = """
        version: 1
        environments:
          - { name: development, paths: ["development/**"] }
          - { name: staging, paths: ["staging/**"], promotesFrom: development }
          - { name: production, paths: ["production/**"], promotesFrom: staging }
        """

    private static func digest(_ character: Character) -> String {
        "@sha256:" + String(repeating: character, count: 64)
    }

    private static func pod(_ images: String...) -> String {
        let containers = images.map { "  - { name: a, image: '\($0)' }\n" }.joined()
        return "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n"
            + containers
    }

    private static let repository = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web, namespace: apps }
        spec: { image: ghcr.io/org/web, interval: 5m }
        """

    private func model(_ files: [String: String]) throws -> RepositoryModel {
        let configuration = try RepositoryConfiguration(
            Array(Self.configuration.utf8), path: ".sluice.yaml", rules: [])
        return RepositoryModel(files, configuration: configuration)
    }

    private func state(
        _ production: [String], staging: [String], image: String = "ghcr.io/org/web"
    ) throws -> PromotionState? {
        func pod(_ versions: [String]) -> String {
            let containers = versions.map { "  - { name: a, image: '\(image)\($0)' }\n" }
            return "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n"
                + containers.joined()
        }
        let model = try model([
            "production/web.yaml": pod(production), "staging/web.yaml": pod(staging),
            "repository.yaml": Self.repository,
        ])
        return try model.promotion(
            ofImage: #require(ImageName(image)), to: "production")
    }

    @Test(arguments: [
        ([":production-1.4.2"], [":staging-1.4.2"], "runs the same build as `staging`"),
        (
            [":production-1.4.1"], [":staging-1.4.2"],
            "is behind `staging`, which runs `staging-1.4.2`"
        ),
        (
            [":production-1.4.3"], [":staging-1.4.2"],
            "is ahead of `staging`, which runs `staging-1.4.2`"
        ),
        (
            [":1.4.2" + digest("a")], [":1.4.2" + digest("b")],
            "runs another digest of the same build than `staging`"
        ),
        ([":1.4.2" + digest("a"), ":1.4.2"], [":1.4.2"], "runs the same build as `staging`"),
        ([":latest" + digest("a")], [":main" + digest("a")], "runs the same build as `staging`"),
        (
            [":latest"], [":latest"],
            "cannot be compared with `staging`: `latest` moves: it names a channel, a stage, a "
                + "branch or a variant"
        ),
        (
            [":main" + digest("a")], [":main" + digest("b")],
            "runs another build than `staging`, which runs `main`: `main` moves: it names a "
                + "channel, a stage, a branch or a variant"
        ),
        (
            [":1.4.3", ":1.4.2"], [":1.4.2"],
            "cannot be compared with `staging`: `production` runs several builds: `1.4.2`, `1.4.3`"
        ),
        (
            [":1.4.3"], [":1", ":2", ":3", ":4"],
            "cannot be compared with `staging`: `staging` runs several builds: `1`, `2`, `3`, …"
        ),
        (
            [":1.4.3"], [":${tag}"],
            "cannot be compared with `staging`: which build `staging` runs is not known"
        ),
        (
            [""], [":1.4.2"],
            "cannot be compared with `staging`: which build `production` runs is not known"
        ),
        (
            [":2d3fcbd"], [":aaaaaa1"],
            "runs another build than `staging`, which runs `aaaaaa1`: nothing in their tags says "
                + "which build is newer"
        ),
    ]) func `environments are compared by the builds that they run`(
        production: [String], staging: [String], words: String
    ) throws {
        #expect(try state(production, staging: staging)?.words == "`production` \(words)")
    }

    @Test func `an image that runs in one environment alone has no state`() throws {
        let model = try model([
            "production/web.yaml": Self.pod("org/a:1.0.0"),
            "staging/web.yaml": Self.pod("org/b:1.0.0"),
        ])
        #expect(model.promotions.isEmpty)
    }

    @Test func `each environment is compared with the one that it promotes from`() throws {
        let model = try model([
            "production/web.yaml": Self.pod("org/a:1.0.0", "org/b:1.0.0"),
            "staging/web.yaml": Self.pod("org/b:1.1.0", "org/a:1.0.0"),
            "development/web.yaml": Self.pod("org/a:1.2.0"),
        ])
        #expect(
            model.promotions.map { "\($0.image.full) \($0.environment) \($0.kind)" } == [
                "docker.io/org/a staging behind", "docker.io/org/a production same",
                "docker.io/org/b production behind",
            ])
    }

    @Test func `the repository's own images are expected to be promoted`() throws {
        #expect(try state([":1.0.0"], staging: [":1.0.0"])?.isPromoted == true)
        #expect(
            try state([":1.0.0"], staging: [":1.0.0"], image: "nginx")?.isPromoted == false)
    }

    // MARK: Promoted tags

    private static func policy(_ name: String, _ pattern: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: \(name), namespace: apps }
        spec:
          imageRepositoryRef: { name: web }
          filterTags: { pattern: '\(pattern)', extract: $v }
          policy: { semver: { range: '>=1.0.0' } }
        """
    }

    private func promotedTag(of tag: String, _ policies: [String]) throws -> String {
        let markers = policies.indices.map {
            "  - name: a\($0)\n    image: ghcr.io/org/web:1.0.0 # "
                + "{\"$imagepolicy\": \"apps:p\($0)\"}\n"
        }
        var files = [
            "production/web.yaml": Self.pod() + markers.joined(),
            "repository.yaml": Self.repository,
        ]
        for (number, pattern) in policies.enumerated() {
            files["policies/\(number).yaml"] = Self.policy("p\(number)", pattern)
        }
        let model = try model(files)
        let followed = model.policiesFollowed(
            byImage: try #require(ImageName("ghcr.io/org/web")), in: "production")
        #expect(followed.count == policies.count)
        return try model.promotedTag(
            of: tag, to: #require(model.configuration.environment(named: "production")),
            followed: followed)
    }

    @Test(
        arguments: [
            (["^production-(?P<v>.*)$"], "production-1.4.2"), (["^prd-(?P<v>.*)$"], "prd-1.4.2"),
            ([], "production-1.4.2"), (["^p(?P<v>.*)$"], nil),
            (["^production-(?P<v>.*)$", "^prod-(?P<v>.*)$"], nil),
            (["^production-(?P<v>${x})$"], nil),
        ] as [([String], String?)])
    func `a promoted tag is one that the policies of the target take`(
        patterns: [String], expected: String?
    ) throws {
        if let expected {
            #expect(try promotedTag(of: "staging-1.4.2", patterns) == expected)
        } else {
            #expect(throws: PromotionRefusal.self) {
                try promotedTag(of: "staging-1.4.2", patterns)
            }
        }
    }

    @Test func `a refusal has the policy and its reason`() throws {
        let refusal = #expect(throws: PromotionRefusal.self) {
            try promotedTag(of: "staging-0.9.0", ["^production-(?P<v>.*)$"])
        }
        #expect(
            refusal?.description
                == "the policy apps/p0 does not take `production-0.9.0`: `0.9.0` is below 1.0.0 "
                + "(`>=1.0.0`)")
    }
}
