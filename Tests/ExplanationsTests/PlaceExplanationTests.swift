import CheckPipeline
import Explanations
import Foundation
import Reports
import Rules
import SourceText
import TestSupport
import Testing

@Suite struct PlaceExplanationTests {
    struct Answer: Decodable {
        struct Marker: Decodable {
            struct Reading: Decodable {
                let kind: String
                let field: String?
            }
            struct Outcome: Decodable {
                let kind: String
                let message: String
            }
            struct Policy: Decodable {
                struct Written: Decodable {
                    let text: String?
                    let reflectsDigest: Bool?
                }
                struct Tag: Decodable {
                    let kept: Bool
                }
                let name: String
                let line: Int
                let kustomizations: [String]
                let roots: [Root]
                let written: Written
                let tag: Tag?
            }
            struct Automation: Decodable {
                let name: String
                let verdict: String
            }
            let line: Int
            let reading: Reading
            let outcome: Outcome
            let policies: [Policy]
            let automations: [Automation]
        }
        struct Root: Decodable {
            struct Builder: Decodable {
                let name: String
                let path: String
                let line: Int
            }
            let folder: String
            let builder: Builder?
        }
        struct Image: Decodable {
            let path: String
            let text: String
            let file: String
            let roots: [Root]
            let markers: [String]
            let policies: [Named]
        }
        struct Named: Decodable {
            let name: String
        }
        struct Finding: Decodable {
            let rule: String
            let path: String
            let accepted: Bool
        }
        let path: String
        let markers: [Marker]
        let images: [Image]
        let findings: [Finding]
    }

    static func explanation(
        of place: String, in files: [String: String], tag: String? = nil
    ) async throws -> PlaceExplanation {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        let address = try #require(PlaceAddress(place))
        let checked = try await RepositoryCheck(rules: allRules, workerCount: 1)
            .checkedFile(at: address.file, in: snapshot)
        return try PlaceExplanation(of: address, in: checked, tag: tag)
    }

    static func answer(
        of place: String, in files: [String: String], tag: String? = nil
    ) async throws -> Answer {
        try decoded(Answer.self, await explanation(of: place, in: files, tag: tag))
    }

    // MARK: A small repository

    static let policy = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web }
        spec: { image: ghcr.io/org/web, interval: 5m }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web }
        spec:
          imageRepositoryRef: { name: web }
          policy: { semver: { range: 1.x } }

        """

    static let automation = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: all, namespace: apps }
        spec:
          interval: 5m
          sourceRef: { kind: GitRepository, name: flux-system }
          git: { commit: { author: { email: a@b.c } } }
          update: { path: ./apps }

        """

    static let sync = """
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: { name: images, namespace: flux-system }
        spec:
          path: ./images
          targetNamespace: apps
          sourceRef: { kind: GitRepository, name: flux-system }

        """

    static func deployment(_ image: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: apps }
        spec:
          template:
            spec:
              containers:
                - image: \(image)

        """
    }

    static let marker = #"ghcr.io/org/web:1.2.3 # {"$imagepolicy": "apps:web"}"#
    static let files = [
        "apps/web.yaml": deployment(marker), "clusters/images.yaml": sync,
        "images/policy.yaml": policy, "images/automation.yaml": automation,
        "images/kustomization.yaml": "resources: [policy.yaml, automation.yaml]\n",
    ]

    static func files(_ changes: [String: String]) -> [String: String] {
        files.merging(changes) { $1 }
    }

    // MARK: Markers

    @Test func `a marker leads to its built policy and to the written value`() async throws {
        let answer = try await Self.answer(of: "apps/web.yaml:8", in: Self.files, tag: "1.4.0")
        let marker = try #require(answer.markers.first)
        #expect(marker.reading.kind == "setter" && marker.reading.field == "image")
        #expect(marker.outcome.kind == "written")
        #expect(marker.automations.map(\.name) == ["apps/all"])
        #expect(marker.automations.map(\.verdict) == ["writes"])
        let policy = try #require(marker.policies.first)
        #expect(policy.name == "apps/web" && policy.line == 6)
        #expect(policy.kustomizations == ["images/kustomization.yaml"])
        #expect(policy.roots.map(\.folder) == ["images"])
        #expect(policy.roots.map(\.builder?.name) == ["flux-system/images"])
        #expect(policy.tag?.kept == true)
        #expect(policy.written.text == "ghcr.io/org/web:1.4.0")
        #expect(policy.written.reflectsDigest == false)
        #expect(answer.findings.isEmpty)
    }

    private static let values: [(value: String, reflection: String, text: String?, digest: Bool)] =
        [
            (#"1.2.3 # {"$imagepolicy": "apps:web:tag"}"#, "Always", "1.4.0", true),
            (
                #"ghcr.io/org/web # {"$imagepolicy": "apps:web:name"}"#, "Never", "ghcr.io/org/web",
                false
            ),
            (#"sha256:aa # {"$imagepolicy": "apps:web:digest"}"#, "Never", "", false),
            (#"sha256:aa # {"$imagepolicy": "apps:web:digest"}"#, "Always", nil, true),
            (marker, "IfNotPresent", "ghcr.io/org/web:1.4.0", true),
        ]

    @Test(arguments: values)
    func `the written value depends on the field and on the digest`(
        _ value: String, _ reflection: String, _ text: String?, _ digest: Bool
    ) async throws {
        let policy = Self.policy + "  digestReflectionPolicy: \(reflection)\n"
        let answer = try await Self.answer(
            of: "apps/web.yaml:8",
            in: Self.files(["apps/web.yaml": Self.deployment(value), "images/policy.yaml": policy]),
            tag: "1.4.0")
        let written = try #require(answer.markers.first?.policies.first?.written)
        #expect(written.text == text && written.reflectsDigest == digest)
    }

    private static let outcomes: [(change: [String: String], kind: String, words: String)] = [
        (
            ["apps/web.yaml": deployment(marker.replacing("apps:web", with: "apps:wbe"))],
            "nothing", "no ImagePolicy `apps/wbe` is declared"
        ),
        (
            ["apps/web.yaml": deployment(marker.replacing("apps:web", with: "flux-system:web"))],
            "nothing", "is in namespace `apps`, not in `flux-system`"
        ),
        (
            ["apps/web.yaml": deployment(marker.replacing("$imagepolicy", with: "$imagePolicy"))],
            "nothing", "does not take this comment"
        ),
        (["apps/web.yaml": "- a\n---\n" + deployment(marker)], "nothing", "is a list"),
        (
            ["images/automation.yaml": automation.replacing("./apps", with: "./images")],
            "nothing", "no automation of the namespace `apps` rewrites this file"
        ),
        (
            [
                "images/automation.yaml": automation
                    + "  policySelector: { matchLabels: { a: b } }\n"
            ],
            "nothing", "lacks the labels that `apps/all` selects by"
        ),
        (
            ["images/automation.yaml": automation + "  suspend: true\n"],
            "suspended", "until `apps/all` is resumed"
        ),
        (
            ["images/automation.yaml": "a: b\n"], "unknown",
            "the repository declares no automation"
        ),
        (
            ["images/policy.yaml": policy.replacing("1.x", with: "x y")], "nothing",
            "never selects a tag"
        ),
        (
            [
                "images/policy.yaml": policy.replacing(
                    "Ref: { name: web }", with: "Ref: { name: wbe }")
            ],
            "nothing", "no ImageRepository `wbe` is declared"
        ),
        (
            ["images/policy.yaml": policy + "  filterTags: { pattern: '^main$' }\n"], "nothing",
            "no tag is in its pattern and its range"
        ),
    ]

    @Test(arguments: outcomes)
    func `the outcome names the reason why a marker is not written`(
        _ change: [String: String], _ kind: String, _ words: String
    ) async throws {
        let files = Self.files(change)
        let line = change["apps/web.yaml"]?.hasPrefix("-") == true ? 10 : 8
        let answer = try await Self.answer(of: "apps/web.yaml:\(line)", in: files)
        let outcome = try #require(answer.markers.first?.outcome)
        #expect(outcome.kind == kind)
        #expect(outcome.message.contains(words), "\(outcome.message)")
    }

    @Test func `a tag that the policy does not select does not change the outcome`() async throws {
        let answer = try await Self.answer(of: "apps/web.yaml:8", in: Self.files, tag: "2.0.0")
        #expect(answer.markers.first?.outcome.kind == "written")
        #expect(answer.markers.first?.policies.first?.tag?.kept == false)
    }

    @Test func `a policy that two clusters build has both roots`() async throws {
        let other = Self.sync.replacing("name: images", with: "name: other")
        let answer = try await Self.answer(
            of: "apps/web.yaml:8", in: Self.files(["clusters/other.yaml": other]))
        let roots = try #require(answer.markers.first?.policies.first?.roots)
        #expect(roots.map(\.builder?.path) == ["clusters/images.yaml", "clusters/other.yaml"])
    }

    // MARK: Images

    @Test func `an image is deployed by every root that reaches its file`() async throws {
        let files = Self.files([
            "apps/web.yaml": Self.deployment("ghcr.io/org/web:1.2.3"),
            "apps/patch.yaml": Self.deployment("ghcr.io/org/web:1.2.4"),
            "apps/kustomization.yaml": """
            resources: [web.yaml]
            patches: [{ path: patch.yaml }]
            images: [{ name: nginx, newTag: '1.2' }]

            """,
        ])
        for (place, use) in [
            ("apps/web.yaml:8", "resource"), ("apps/patch.yaml:8", "patch"),
            ("apps/kustomization.yaml:3", "kustomization"),
        ] {
            let image = try #require(try await Self.answer(of: place, in: files).images.first)
            #expect(image.file == use)
            #expect(image.roots.map(\.folder) == ["apps"], "\(place)")
        }
        let lone = try await Self.answer(of: "apps/web.yaml:8", in: Self.files)
        #expect(lone.images.first?.markers == [##"# {"$imagepolicy": "apps:web"}"##])
        let unmarked = try await Self.answer(of: "apps/web.yaml:8", in: files)
        #expect(unmarked.images.first?.policies.map(\.name) == ["apps/web"])
    }

    // MARK: Places

    @Test func `a patch in a kustomization leads to the images that it sets`() async throws {
        let files = [
            "base/kustomization.yaml": "resources: [web.yaml]\n",
            "base/web.yaml": Self.deployment("nginx:1.27.3"),
            "over/kustomization.yaml": """
            resources: [../base]
            patches:
              - target: { kind: Deployment }
                patch: |
                  - op: replace
                    path: /spec/template/spec/containers/0/image
                    value: nginx:1.27.4

            """,
        ]
        let answer = try await Self.answer(of: "over/kustomization.yaml:7", in: files)
        #expect(answer.images.map(\.text) == ["nginx:1.27.3"])
        #expect(answer.images.map(\.path) == ["base/web.yaml"])
        await #expect(throws: PlaceMissing.emptyFile(path: "over/kustomization.yaml")) {
            try await Self.explanation(of: "over/kustomization.yaml:5", in: files)
        }
    }

    @Test(arguments: ["production/web.yaml:8", "staging/web.yaml:8"])
    func `an image tells how far its environment is`(_ place: String) async throws {
        let files = [
            ".sluice.yaml": """
            version: 1
            environments:
              - { name: staging, paths: ["staging/**"] }
              - { name: production, paths: ["production/**"], promotesFrom: staging }
            """,
            "staging/web.yaml": Self.deployment("ghcr.io/org/web:1.5.0"),
            "production/web.yaml": Self.deployment("ghcr.io/org/web:1.4.2"),
        ]
        let explanation = try await Self.explanation(of: place, in: files)
        let text = explanation.rendered(
            as: .text, by: ToolIdentity(name: "sluice", version: "1.2.3"), in: .plain)
        #expect(
            text.contains(
                #/promotion +`production` is behind `staging`, which runs `1.5.0`\n/#))
        let schema = PackageFolder.url.appending(
            path: "docs/schema/explain-place-v1.schema.json")
        #expect(try Python.schemaErrors(json(explanation), schema: schema) == "")
    }

    @Test func `a column selects one of several images of a line`() async throws {
        let flow = """
            apiVersion: v1
            kind: Pod
            metadata: { name: a }
            spec:
              containers: [{ image: a:1 }, { image: b:2 }]

            """
        let files = ["pod.yaml": flow]
        for (place, images) in [
            ("pod.yaml:5", ["a:1", "b:2"]), ("pod.yaml:5:25", ["a:1"]),
            ("pod.yaml:5:41", ["b:2"]), ("pod.yaml:5:1", ["a:1", "b:2"]),
        ] {
            #expect(try await Self.answer(of: place, in: files).images.map(\.text) == images)
        }
    }

    @Test func `findings at the line are listed, suppressed ones too`() async throws {
        let ignored = Self.deployment("nginx:latest # sluice: ignore[image-latest-tag] demo")
        let files = ["a.yaml": Self.deployment("nginx:latest"), "b.yaml": ignored]
        for (place, isAccepted) in [("a.yaml:8", false), ("b.yaml:8", true)] {
            let findings = try await Self.answer(of: place, in: files).findings
            #expect(findings.map(\.rule) == ["image-latest-tag"])
            #expect(findings.map(\.accepted) == [isAccepted])
        }
    }

    @Test func `findings of a policy are listed at its markers`() async throws {
        let policy = Self.policy.replacing("Ref: { name: web }", with: "Ref: { name: wbe }")
        let findings = try await Self.answer(
            of: "apps/web.yaml:8", in: Self.files(["images/policy.yaml": policy])
        ).findings
        #expect(findings.map(\.rule) == ["policy-repository-missing"])
        #expect(findings.map(\.path) == ["images/policy.yaml"])
    }

    private static let misses: [(place: String, text: String, error: PlaceMissing)] = [
        (
            "a.yaml:2", deployment("nginx:1.2.3"),
            .nothingThere(path: "a.yaml", line: 2, nearest: [.init(kind: .image, line: 8)])
        ),
        (
            "a.yaml:99", deployment("nginx:1.2.3"),
            .noSuchLine(path: "a.yaml", line: 99, lineCount: 9)
        ),
        ("a.yaml:1", "a: b\n", .emptyFile(path: "a.yaml")),
        (
            "a.txt:1", "a: b\n",
            .unreadable(path: "a.txt", reason: "its name is not that of a manifest")
        ),
        (
            "a.yaml:1", "image: nginx\n{{ if .Values.more }}\n",
            .unreadable(
                path: "a.yaml", reason: "it is a template, and no YAML until it is rendered")
        ),
    ]

    @Test(arguments: misses)
    func `places with nothing to explain say why`(
        _ place: String, _ text: String, _ error: PlaceMissing
    ) async throws {
        let file = String(place.prefix { $0 != ":" })
        await #expect(throws: error) {
            try await Self.explanation(of: place, in: [file: text])
        }
    }

    @Test func `text that is not YAML is an error with its line`() async throws {
        let error = await #expect(throws: PlaceMissing.self) {
            try await Self.explanation(of: "a.yaml:1", in: ["a.yaml": "image: a\n\tb: [\n"])
        }
        #expect(error?.description.hasSuffix(" in line 2") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("a.yaml:3", "a.yaml", 3, nil), ("a.yaml:3:7", "a.yaml", 3, 7), ("a:b:3", "a:b", 3, nil),
        ("3:4:5", "3", 4, 5),
    ])
    func `addresses of places are read as reports show them`(
        _ text: String, _ file: String, _ line: Int, _ column: Int?
    ) throws {
        let address = try #require(PlaceAddress(text))
        #expect((address.file, address.line, address.column ?? 0) == (file, line, column ?? 0))
    }

    @Test(arguments: ["", ":", "a", "a:", ":3", "a:0", "a:-1", "a:x", "a:99999999999999999999"])
    func `other texts are not addresses`(_ text: String) {
        #expect(PlaceAddress(text) == nil)
    }
}
