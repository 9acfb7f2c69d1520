import CheckPipeline
import Configuration
import Foundation
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Rules of a repository's own, from the configuration to the report.
@Suite struct CustomCheckTests {
    private static let production = """
        environments: [{ name: production, paths: ["clusters/production/**"] }]

        """

    /// The places and messages of a custom rule `r`, and what it could not check.
    private func found(
        _ rule: String, in files: [String: String], besides configuration: String = ""
    ) async throws -> (findings: [String], notChecked: [String]) {
        let text = "version: 1\n\(configuration)custom: [{ id: r, \(rule) }]\n"
        let report = try await report(files.merging([".sluice.yaml": text]) { $1 })
        return (
            report.findings.filter { $0.finding.rule == "custom/r" }.map {
                "\($0.finding.location.path):\($0.region.start.line) \($0.finding.severity)"
            },
            report.notChecked.filter { $0.rule == "custom/r" }.map {
                "\($0.path) \($0.reason)"
            }
        )
    }

    private func report(_ files: [String: String]) async throws -> CheckReport {
        try await RepositoryCheck(rules: allRules, workerCount: 1)
            .report(on: Snapshot(files: files.mapValues { Array($0.utf8) }))
    }

    private static func pod(_ image: String, metadata: String = "name: web") -> String {
        """
        apiVersion: v1
        kind: Pod
        metadata: { \(metadata) }
        spec:
          containers:
            - image: \(image)

        """
    }

    private static func policy(_ spec: String) -> [String: String] {
        [
            "policy.yaml": """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: { name: web, namespace: flux-system }
            spec:
              imageRepositoryRef: { name: web }
              \(spec)
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: web, namespace: flux-system }
            spec: { image: ghcr.io/org/web, interval: 1m, exclusionList: ['^a$'] }
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageUpdateAutomation
            metadata: { name: all, namespace: flux-system }
            spec:
              interval: 30m
              sourceRef: { kind: GitRepository, name: flux-system }
              git: { checkout: { ref: { branch: main } }, push: { branch: bot } }
              update: { path: ./apps, strategy: Setters }
            """
        ]
    }

    /// The parts of an image, compared one by one; true where the image is reported.
    @Test(arguments: [
        ("registry: ghcr.io", "ghcr.io/org/web:1", false),
        ("registry: ghcr.io", "nginx:1", true),
        ("registry: docker.io", "nginx:1", false),
        ("registry: 'ghcr.io/org/**'", "ghcr.io/org/a/b:1", false),
        ("registry: 'ghcr.io/org/**'", "ghcr.io/orga/b:1", true),
        ("registry: ['!ghcr.io/org/*', ghcr.io]", "ghcr.io/org/b:1", true),
        ("repository: library/nginx", "nginx:1", false),
        ("image: docker.io/library/nginx", "docker.io/nginx:1", false),
        ("image: '!docker.io/**'", "nginx:1", true),
        ("tag: '/^v[0-9]+$/'", "nginx:v12", false),
        ("tag: '/^v[0-9]+$/'", "nginx:v12a", true),
        ("tag: '!/latest/'", "nginx", false),
        ("tag: present", "nginx", true),
        ("tag: absent", "nginx:1", true),
        ("digest: present", "nginx:1", true),
        ("version: '>=1.2'", "nginx:1.10.0", false),
        ("version: '>=1.2'", "nginx:1.1.0", true),
        ("version: '>=1.2'", "nginx:stable", true),
        ("use: volume", "nginx:1", true),
        ("use: '!volume'", "nginx:1", false),
        ("marker: present", "nginx:1", true),
        ("policy: absent", "nginx:1", false),
        ("{ any: [{ tag: a }, { tag: b }] }", "nginx:b", false),
        ("{ any: [{ tag: a }, { tag: b }] }", "nginx:c", true),
        ("{ all: [{ tag: a }, { registry: x.io }] }", "nginx:a", true),
        ("{ not: { tag: a, registry: docker.io } }", "nginx:a", true),
        ("{ not: { tag: a, registry: x.io } }", "nginx:a", false),
        ("kind: Pod", "nginx:a", false),
        ("kind: Deployment", "nginx:a", true),
        ("{ apiVersion: v1, group: absent }", "nginx:a", true),
        ("{ name: web, namespace: absent }", "nginx:a", false),
        ("path: 'apps/*.yaml'", "nginx:a", false),
        ("path: 'clusters/**'", "nginx:a", true),
        ("labels: { team: present }", "nginx:a", true),
        ("labels: { team: '!b' }", "nginx:a", false),
    ])
    func `parts of images are compared`(require: String, image: String, isReported: Bool)
        async throws
    {
        let conditions = require.hasPrefix("{") ? require : "{ \(require) }"
        let found = try await found(
            "on: image, require: \(conditions)", in: ["apps/web.yaml": Self.pod("\"\(image)\"")])
        #expect(found.findings == (isReported ? ["apps/web.yaml:6 error"] : []))
        #expect(found.notChecked.isEmpty)
    }

    @Test(arguments: [
        ("tag: v1", "\"nginx:${tag}\""), ("digest: present", "\"nginx:${tag}\""),
        ("registry: ghcr.io", "\"${registry}/nginx:1\""),
        ("namespace: a", "nginx:1"),
    ])
    func `what a variable leaves open is not checked`(require: String, image: String) async throws {
        let found = try await found(
            "on: image, require: { \(require) }",
            in: ["a.yaml": Self.pod(image, metadata: "{ name: a, namespace: \"${ns}\" }".inner)])
        #expect(found.findings.isEmpty)
        #expect(found.notChecked.count == 1)
    }

    /// A kustomization renames, labels and moves what it builds.
    @Test(arguments: [
        ("namespace: prod-a", false), ("namespace: web", true), ("labels: { team: a }", false),
        ("labels: { team: b }", true), ("name: web-v2", false),
        ("annotations: { owner: x }", false), ("annotations: { owner: absent }", true),
    ])
    func `objects are compared as built`(require: String, isReported: Bool) async throws {
        let files = [
            "kustomization.yaml": """
            resources: [web.yaml]
            namespace: prod-a
            nameSuffix: -v2
            labels: [{ pairs: { team: a } }]
            commonAnnotations: { owner: x }
            """,
            "web.yaml": Self.pod("nginx:1"),
        ]
        for subject in ["image", "workload"] {
            let found = try await found("on: \(subject), require: { \(require) }", in: files)
            #expect(found.findings.isEmpty != isReported, "\(subject)")
        }
    }

    @Test func `metadata that a Flux Kustomization adds is not checked`() async throws {
        let files = [
            "flux.yaml": """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            metadata: { name: apps, namespace: flux-system }
            spec:
              path: ./apps
              commonMetadata: { labels: { team: a }, annotations: { owner: x } }
            """,
            "apps/web.yaml": Self.pod("nginx:1"),
        ]
        for (require, isKnown) in [
            ("labels: { team: a }", false), ("annotations: { owner: x }", false),
            ("labels: { tier: a }", true),
        ] {
            let found = try await found("on: image, require: { \(require) }", in: files)
            #expect(found.findings.isEmpty != isKnown)
            #expect(found.notChecked.isEmpty == isKnown)
        }
    }

    @Test func `an entry of a kustomization belongs to the objects that take it`() async throws {
        let files = [
            "kustomization.yaml": """
            resources: [web.yaml]
            images:
              - name: nginx
                newTag: latest
            """,
            "web.yaml": Self.pod("nginx:1"),
        ]
        for (kind, expected) in [("Pod", ["kustomization.yaml:4 error"]), ("Deployment", [])] {
            let found = try await found(
                "on: image, where: { kind: \(kind) }, require: { tag: '!latest' }", in: files)
            #expect(found.findings == expected)
        }
    }

    @Test func `a rule about an environment passes over the others`() async throws {
        let files = [
            "clusters/production/a.yaml": Self.pod("nginx:1"),
            "clusters/staging/a.yaml": Self.pod("nginx:1"),
        ]
        let rule = "on: image, where: { environment: production }, require: { digest: present }"
        for configuration in [Self.production, ""] {
            let found = try await found(rule, in: files, besides: configuration)
            #expect(found.findings == ["clusters/production/a.yaml:6 error"])
        }
    }

    // MARK: Flux objects

    @Test(arguments: [
        ("policy", "selects: '^v?[0-9]+\\.[0-9]+\\.[0-9]+$'", 0),
        ("policy", "selects: '^1\\.'", 1),
        ("policy", "order: semver", 0), ("policy", "order: '!semver'", 1),
        ("policy", "range: '>=1.0.0'", 0), ("policy", "pattern: absent", 1),
        ("policy", "pattern: '/^\\^/'", 0), ("policy", "extract: present", 0),
        ("policy", "digestReflectionPolicy: Never", 0),
        ("policy", "image: ghcr.io/org/web", 0), ("policy", "imageRepository: flux-system/web", 0),
        ("policy", "marker: present", 1),
        ("repository", "interval: '>= 5m'", 1), ("repository", "interval: '< 5m'", 0),
        ("repository", "provider: generic", 0), ("repository", "exclusions: '^a$'", 0),
        ("repository", "insecure: false", 0), ("repository", "suspended: true", 1),
        ("repository", "registry: ghcr.io", 0),
        ("automation", "pushBranch: '!main'", 0), ("automation", "checkoutBranch: bot", 1),
        ("automation", "updatePath: 'apps/**'", 1), ("automation", "updatePath: apps", 0),
        ("automation", "interval: '<= 30m'", 0), ("automation", "suspended: false", 0),
        ("automation", "namespace: flux-*", 0),
    ])
    func `fields of Flux objects are compared`(subject: String, require: String, count: Int)
        async throws
    {
        let files = Self.policy(
            """
            filterTags: { pattern: '^(?P<v>.*)$', extract: $v }
              policy: { semver: { range: '>=1.0.0' } }
            """)
        let found = try await found("on: \(subject), require: { \(require) }", in: files)
        #expect(found.findings.count == count)
        #expect(found.notChecked.isEmpty)
    }

    @Test func `a policy that can leave the pattern has a witness`() async throws {
        let files = Self.policy("policy: { alphabetical: {} }").merging([
            ".sluice.yaml": """
            version: 1
            custom: [{ id: r, on: policy, require: { selects: '^v' }, message: "{name}: {witness}" }]
            """
        ]) { $1 }
        let finding = try #require(
            try await report(files).findings.map(\.finding).first { $0.rule == "custom/r" })
        let tag = try #require(finding.witness?.tag)
        #expect(!tag.hasPrefix("v") && finding.message == "web: \(tag)")
    }

    @Test func `markers and images know the policy that they follow`() async throws {
        let marker = "nginx:1.0.0 # {\"$imagepolicy\": \"flux-system:web\"}"
        let files = Self.policy("policy: { semver: { range: 1.x } }")
            .merging(["apps/web.yaml": Self.pod(marker)]) { $1 }
        for (rule, count) in [
            ("on: marker, require: { policy: 'flux-system/*' }", 0),
            ("on: marker, require: { part: tag }", 1),
            ("on: marker, require: { tag: '1.*' }", 0),
            ("on: marker, require: { selects: '^2' }", 1),
            ("on: marker, require: { order: numerical }", 1),
            ("on: image, require: { marker: present, policy: flux-system/web }", 0),
            ("on: image, require: { selects: '^[v0-9]' }", 0),
            ("on: image, require: { selects: '^2' }", 1),
            ("on: policy, require: { marker: present }", 0),
            ("on: policy, require: { namespace: apps }", 1),
        ] {
            let found = try await found(rule, in: files)
            #expect(found.findings.count == count, "\(rule)")
        }
    }

    @Test func `a policy that is not declared is not checked`() async throws {
        let marker = "nginx:1.0.0 # {\"$imagepolicy\": \"elsewhere:web\"}"
        let found = try await found(
            "on: image, require: { selects: '^1' }", in: ["web.yaml": Self.pod(marker)])
        #expect(found.findings.isEmpty && found.notChecked.count == 1)
    }

    // MARK: As built-in rules

    private static let rule = "on: image, require: { digest: present }"

    @Test func `comments, annotations and entries suppress findings`() async throws {
        let commented = Self.pod("nginx:1").replacing(
            "    - image", with: "    # sluice: ignore[custom/r] accepted\n    - image")
        let annotated = Self.pod(
            "nginx:1",
            metadata: "name: web, annotations: { sluice.dev/ignore: 'custom/r: accepted' }")
        for text in [commented, annotated] {
            let text = try await report([
                "a.yaml": text, ".sluice.yaml": "version: 1\ncustom: [{ id: r, \(Self.rule) }]",
            ])
            #expect(text.suppressedCount == 1)
            #expect(!text.findings.contains { $0.finding.rule.hasPrefix("suppression-") })
        }
        let found = try await found(
            Self.rule, in: ["a.yaml": Self.pod("nginx:1")],
            besides: "rules: { custom/r: { ignore: [{ path: a.yaml, reason: accepted }] } }\n")
        #expect(found.findings.isEmpty)
    }

    @Test(arguments: [("off", []), ("note", ["a.yaml:6 note"]), ("warning", ["a.yaml:6 warning"])])
    func `the configuration sets the severity`(level: String, expected: [String]) async throws {
        let found = try await found(
            Self.rule, in: ["a.yaml": Self.pod("nginx:1")],
            besides: "rules: { custom/r: \(level) }\n")
        #expect(found.findings == expected)
    }

    @Test func `findings in files that nothing deploys are notes`() async throws {
        let found = try await found(Self.rule, in: ["archive/a.yaml": Self.pod("nginx:1")])
        #expect(found.findings == ["archive/a.yaml:6 note"])
    }

    @Test func `the base decides which rules a change has to obey`() async throws {
        let files = ["a.yaml": Self.pod("nginx:1")]
        let text = "version: 1\ncustom: [{ id: r, \(Self.rule) }]\n"
        let base = files.merging([
            ".sluice.yaml": text,
            "a.yaml": Self.pod("nginx@sha256:\(String(repeating: "a", count: 64))"),
        ]) { $1 }
        let report = try await RepositoryCheck(rules: allRules, workerCount: 1).report(
            on: Snapshot(
                files: files.merging([".sluice.yaml": "version: 1\n"]) { $1 }
                    .mapValues { Array($0.utf8) }),
            comparedWith: Comparison(base: Snapshot(files: base.mapValues { Array($0.utf8) })))
        #expect(report.findings.contains { $0.finding.rule == "custom/r" })
    }

    @Test func `a cached report is not used once a rule has changed`() async throws {
        var check = RepositoryCheck(rules: allRules, workerCount: 1)
        check.cache = ReportCache(SealedCache(MemoryCache(), program: "a"))
        for (tag, count) in [("1", 0), ("2", 1)] {
            let report = try await check.report(
                on: Snapshot(
                    files: [
                        "a.yaml": Array(Self.pod("nginx:1").utf8),
                        ".sluice.yaml": Array(
                            "version: 1\ncustom: [{ id: r, on: image, require: { tag: '\(tag)' } }]"
                                .utf8),
                    ]))
            #expect(report.findings.filter { $0.finding.rule == "custom/r" }.count == count)
        }
    }

    // MARK: Examples

    @Test func `examples say what became of them`() async throws {
        let text = """
            version: 1
            rules: { custom/r: off }
            custom:
              - id: r
                on: image
                require: { tag: v1 }
                examples:
                  bad:
                    - "kind: Pod\\nspec: { containers: [{ image: 'a:v2' }] }"
                    - "kind: Pod\\nspec: { containers: [{ image: 'a:v1' }] }"
                    - "kind: Pod\\nspec: { containers: [{ image: 'a:${v}' }] }"
                    - "kind: [image:"
                  good:
                    - path: apps
                    - path: nowhere
                    - "kind: Pod\\nspec: { containers: [{ image: 'a:v2' }] }"
            """
        let snapshot = Snapshot(
            files: [".sluice.yaml": text, "apps/a.yaml": Self.pod("a:v1")]
                .mapValues { Array($0.utf8) })
        let check = RepositoryCheck(rules: allRules, workerCount: 1)
        let rules = try check.configuration(of: snapshot).customRules
        let outcomes = try await check.exampleResults(of: rules, in: snapshot).map(\.outcome)
        try #require(outcomes.count == 7)
        #expect(outcomes[0] == .passed && outcomes[1] == .notReported)
        #expect(outcomes[2] == .notChecked(["the image's tag is filled in by a template"]))
        if case .unreadable = outcomes[3] {} else { Issue.record("\(outcomes[3])") }
        #expect(outcomes[4] == .passed)
        #expect(outcomes[5] == .unreadable("there is no `nowhere`"))
        if case .reported = outcomes[6] {} else { Issue.record("\(outcomes[6])") }
    }
}

extension String {
    /// The text without the braces around it.
    fileprivate var inner: String { String(dropFirst(2).dropLast(2)) }
}
