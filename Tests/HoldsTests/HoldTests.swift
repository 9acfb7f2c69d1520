import CheckPipeline
import Configuration
import Foundation
import Holds
import Reports
import RepositoryLinking
import Rules
import SourceText
import TagPolicies
import TestSupport
import Testing

/// Holds in memory: what is written, what is proved, and what a release restores.
@Suite struct HoldTests {
    static let check = RepositoryCheck(rules: allRules, workerCount: 1)

    static func snapshot(_ files: [String: String]) -> Snapshot {
        Snapshot(files: files.mapValues { Array($0.utf8) })
    }

    /// The files after a hold on `flux-system/web`, and the hold.
    static func held(
        _ files: [String: String], way: HoldRequest.Way?, good: String? = "1.4.1",
        bad: [String] = ["1.4.2"], until: CalendarDay? = nil
    ) async throws -> (files: [String: String], hold: PlannedHold) {
        let snapshot = snapshot(files)
        var draft = ManifestDraft(of: snapshot)
        let model = try await check.model(of: snapshot)
        let hold = try await check.hold(
            model.policy(named: "flux-system/web"),
            HoldRequest(
                way: way, goodTag: good, badTags: bad, reason: "it \"fails\": \\ 500s",
                until: until), in: &draft)
        return (applied(draft, to: files), hold)
    }

    static func released(
        _ files: [String: String], _ name: String = "flux-system/web"
    ) async throws -> [String: String] {
        var draft = ManifestDraft(of: snapshot(files))
        let released = try await check.release(name, in: &draft)
        #expect(!released.isEmpty)
        return applied(draft, to: files)
    }

    private static func applied(
        _ draft: ManifestDraft, to files: [String: String]
    ) -> [String: String] {
        files.merging(
            draft.changes.map { ($0.path, String(decoding: $0.after, as: UTF8.self)) }
        ) { $1 }
    }

    // MARK: Layouts

    static let repository = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata:
          name: web
          namespace: flux-system
        spec:
          image: ghcr.io/org/web
          interval: 5m

        """

    static func policy(_ ordering: String, filter: String = "") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: # whose
          # this
          name: web
          namespace: flux-system
        spec:
          imageRepositoryRef: { name: web }
        \(filter)  policy:
            \(ordering)

        """
    }

    static let semver = policy("semver: { range: '>=1.0.0' } # all")

    static let policies = [
        semver, policy("semver:\n      range: 1.x"),
        policy("semver:\n      range: \"^1.2\"   # up"),
        semver.replacing("\n", with: "\r\n"),
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system, annotations: { "a": "b" } }
        spec: { imageRepositoryRef: { name: web }, policy: { semver: { range: 1.x } } }
        """,
        """
        {
          "apiVersion": "image.toolkit.fluxcd.io/v1", "kind": "ImagePolicy",
          "metadata": {"name": "web", "namespace": "flux-system"},
          "spec": {"imageRepositoryRef": {"name": "web"},
                   "policy": {"semver": {"range": ">=1.0.0"}}}
        }
        """,
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata:
            name: web
            namespace: flux-system
            annotations:
                example.com/owner: us
        spec:
            imageRepositoryRef:
                name: web
            policy:
                semver:
                    range: '>=1.0.0'
        """,
    ]

    @Test(arguments: policies)
    func `a pin admits one version, and a release restores every byte`(
        _ policy: String
    ) async throws {
        let files = ["policy.yaml": policy, "repository.yaml": Self.repository]
        let (held, hold) = try await Self.held(files, way: .pin)
        #expect(hold.way == .pin && held["repository.yaml"] == Self.repository)
        let model = try await Self.check.model(of: Self.snapshot(held))
        #expect(model.holds.map(\.verdict) == [.holds])
        let policy = try #require(model.policyLinks.policies.first)
        #expect(policy.admits("1.4.1") == true && policy.admits("1.4.2") == false)
        #expect(try await Self.released(held) == files)
    }

    static let repositories = [
        repository, repository.replacing("\n", with: "\r\n"),
        repository + "  exclusionList: # old ones\n    - '^0\\.'\n",
        repository + "  exclusionList:\n  - \"^0\\\\.\"\n  - \"^.*\\\\.sig$\"\n",
        repository + "  exclusionList: ['^0\\.', '^.*\\.sig$']\n",
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 5m}
        """,
        """
        {"apiVersion": "image.toolkit.fluxcd.io/v1", "kind": "ImageRepository",
         "metadata": {"name": "web", "namespace": "flux-system"},
         "spec": {"image": "ghcr.io/org/web", "exclusionList": ["^0\\\\."]}}
        """,
    ]

    @Test(arguments: repositories)
    func `an exclusion keeps the tags away, and a release restores every byte`(
        _ repository: String
    ) async throws {
        let files = ["policy.yaml": Self.semver, "repository.yaml": repository]
        let (held, hold) = try await Self.held(files, way: .exclude, bad: ["1.4.2", "1.4.3"])
        #expect(hold.way == .exclude && held["policy.yaml"] == Self.semver)
        let model = try await Self.check.model(of: Self.snapshot(held))
        #expect(model.holds.map(\.verdict) == [.holds, .holds])
        let tags = ["1.4.0", "1.4.1", "1.4.2", "1.4.3", "1.4.2.sig"]
        let reading = try #require(model.policyLinks.policies.first?.reading)
        #expect(reading.selection(from: tags)?.selected == "1.4.1")
        #expect(reading.selection(from: tags + ["1.4.20"])?.selected == "1.4.20")
        #expect(try await Self.released(held) == files)
    }

    @Test func `the default list still excludes signatures where there was none`() async throws {
        let files = [
            "policy.yaml": Self.policy("alphabetical: { order: asc }"), "r.yaml": Self.repository,
        ]
        let (held, hold) = try await Self.held(files, way: nil)
        #expect(hold.way == .exclude)
        let model = try await Self.check.model(of: Self.snapshot(held))
        let reading = try #require(model.policyLinks.policies.first?.reading)
        #expect(reading.selection(from: ["1.4.1", "1.4.2", "sha256-1.sig"])?.selected == "1.4.1")
    }

    static let automation = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata:
          name: apps
          namespace: flux-system
        spec:
          interval: 10m
          sourceRef: { kind: GitRepository, name: flux-system }
          update: { path: ./apps }

        """

    static let pod = """
        apiVersion: v1
        kind: Pod
        metadata: { name: web }
        spec:
          containers:
            - name: web
              image: ghcr.io/org/web:1.4.1 # {"$imagepolicy": "flux-system:web"}

        """

    @Test(arguments: ["", "  suspend: false # runs\n"])
    func `a suspension is resumed as it was`(_ former: String) async throws {
        let files = [
            "policy.yaml": Self.semver, "repository.yaml": Self.repository,
            "automation.yaml": Self.automation + former, "apps/web.yaml": Self.pod,
            "other.yaml": Self.repository.replacing("web", with: "db") + "---\n"
                + Self.semver.replacing("web", with: "db"),
            "apps/db.yaml": Self.pod.replacing("web", with: "db"),
        ]
        let (held, hold) = try await Self.held(files, way: .suspend)
        #expect(hold.object == "flux-system/apps")
        #expect(hold.notes == ["that stops the updates of `flux-system/db` as well"])
        #expect(held["automation.yaml"]?.contains("suspend: true") == true)
        #expect(try await Self.released(held) == files)
        #expect(try await Self.released(held, "flux-system/apps") == files)
    }

    // MARK: Proofs and refusals

    private static func refusal(
        _ files: [String: String], way: HoldRequest.Way?, good: String? = "1.4.1",
        bad: [String] = ["1.4.2"]
    ) async -> String {
        do {
            let held = try await held(files, way: way, good: good, bad: bad)
            return "held by \(held.hold.way)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `nothing is held that could not be proved`() async {
        let patched = [
            "kustomization.yaml": """
            resources: [policy.yaml, repository.yaml]
            patches:
              - patch: |
                  apiVersion: image.toolkit.fluxcd.io/v1
                  kind: ImagePolicy
                  metadata: { name: web, namespace: flux-system }
                  spec: { policy: { semver: { range: ">=1.0.0" } } }

            """, "policy.yaml": Self.semver, "repository.yaml": Self.repository,
        ]
        #expect(
            await Self.refusal(patched, way: .pin)
                == "a pin in `policy.yaml` would not hold: the policy can still select `1.4.2`")
        #expect(await Self.refusal(patched, way: nil) == "held by exclude")
        let plain = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        #expect(
            await Self.refusal(plain, way: .exclude, good: "0.9.0")
                == "the policy `flux-system/web` does not admit `0.9.0`")
        #expect(
            await Self.refusal(plain, way: .pin, good: "main")
                == "`flux-system/web` cannot be pinned to `main`: it gives no version")
        #expect(
            await Self.refusal(plain, way: .suspend)
                == "no automation of this repository writes what `flux-system/web` selects")
        let numerical = Self.policy("numerical: { order: asc }")
        #expect(
            await Self.refusal(
                ["policy.yaml": numerical, "repository.yaml": Self.repository], way: .pin)
                == "`flux-system/web` has no `semver` range that could be pinned")
        #expect(
            await Self.refusal(["policy.yaml": Self.semver], way: .exclude)
                == "the ImageRepository of `flux-system/web` is not declared here, so nothing can "
                + "be excluded")
    }

    @Test(arguments: [
        ("", "1.4.1", LinkedHold.Verdict.holds), ("", "1.4.2", .holds),
        ("  suspend: true\n", "1.4.1", .holds),
        (
            "  suspend: true\n", "1.4.2",
            .fails("`apps/web.yaml` has the tag `1.4.2`, and nothing updates it")
        ),
    ])
    func `a pin that nothing writes has to be what is deployed`(
        _ suspension: String, _ tag: String, _ verdict: LinkedHold.Verdict
    ) async throws {
        let files = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        var (held, _) = try await Self.held(files, way: .pin)
        held["automation.yaml"] = Self.automation + suspension
        held["apps/web.yaml"] = Self.pod.replacing("1.4.1", with: tag)
        let model = try await Self.check.model(of: Self.snapshot(held))
        #expect(model.holds.map(\.verdict) == [verdict])
    }

    @Test func `two builds of one version are not told apart by a pin`() async {
        let filter = "  filterTags: { pattern: '^(?P<v>.*)-[0-9]+$', extract: $v }\n"
        let files = [
            "policy.yaml": Self.policy("semver: { range: '>=1.0.0' }", filter: filter),
            "repository.yaml": Self.repository,
        ]
        #expect(
            await Self.refusal(files, way: .pin, good: "1.4.1-1", bad: ["1.4.1-2"])
                == "`flux-system/web` gives both tags the version `1.4.1`, so no pin tells them "
                + "apart")
        #expect(
            await Self.refusal(files, way: .pin, good: "1.4.1-1", bad: ["1.4.2-2"]) == "held by pin"
        )
    }

    @Test func `a second pin replaces the first and keeps what was before`() async throws {
        let files = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        let (held, _) = try await Self.held(files, way: .pin)
        let (again, _) = try await Self.held(held, way: .pin, good: "1.3.0", bad: ["1.4.1"])
        let model = try await Self.check.model(of: Self.snapshot(again))
        #expect(model.holds.map(\.verdict) == [.holds])
        #expect(model.policyLinks.policies.first?.admits("1.3.0") == true)
        #expect(try await Self.released(again) == files)
    }

    @Test func `an exclusion that is there already is left alone`() async throws {
        let files = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        let (held, _) = try await Self.held(files, way: .exclude)
        #expect(try await Self.held(held, way: .exclude).files == held)
    }

    @Test func `a field that somebody changed stays as it is`() async throws {
        let files = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        var (held, _) = try await Self.held(files, way: .pin)
        held["policy.yaml"] = held["policy.yaml"]?.replacing("'1.4.1'", with: "'>=2.0.0'")
        let released = try await Self.released(held)
        #expect(released["policy.yaml"] == Self.semver.replacing(">=1.0.0", with: ">=2.0.0"))
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `the list of holds is valid by its schema`() async throws {
        var files = ["policy.yaml": Self.semver, "repository.yaml": Self.repository]
        let schema = PackageFolder.url.appending(path: "docs/schema/holds-v1.schema.json")
        for (way, since) in [(HoldRequest.Way.pin, "2026-01-01"), (.exclude, nil)] {
            files = try await Self.held(files, way: way).files
            files["policy.yaml"] = files["policy.yaml"]?.replacing("'1.4.1'", with: "'>=1.4.1'")
            let model = try await Self.check.model(of: Self.snapshot(files))
            let list = HoldList(in: model, on: CalendarDay("2026-01-02")) { _, _ in since }
            let document = list.rendered(
                as: .json, by: ToolIdentity(name: "sluice", version: "1"), in: .plain)
            #expect(try Python.schemaErrors(document, schema: schema) == "", "\(document)")
            #expect(document.contains(#""problem":"the policy can still select `1.4.2`""#))
        }
    }

    /// Two clusters have a policy of one name each, and one manifest follows both.
    @Test func `the policies of two clusters are held one by one`() async throws {
        func cluster(_ name: String) -> String {
            """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            metadata: { name: flux-system, namespace: flux-system }
            spec:
              path: ./\(name)
              sourceRef: { kind: GitRepository, name: flux-system }

            """
        }
        var files: [String: String] = [:]
        for name in ["blue", "green"] {
            files["\(name)/flux-system/gotk-sync.yaml"] = cluster(name)
            files["\(name)/images.yaml"] = Self.repository + "---\n" + Self.semver
        }
        let snapshot = Self.snapshot(files)
        let model = try await Self.check.model(of: snapshot)
        #expect(throws: HoldError.self) { try model.policy(named: "flux-system/web") }
        let places = model.policyLinks.policies.compactMap(model.place)
        #expect(places.map(\.path) == ["blue/images.yaml", "green/images.yaml"])
        var draft = ManifestDraft(of: snapshot)
        let request = HoldRequest(
            way: nil, goodTag: "1.4.1", badTags: ["1.4.2"], reason: "why", until: nil)
        for place in places { _ = try await Self.check.hold(place, request, in: &draft) }
        #expect(draft.changes.map(\.path) == places.map(\.path))
        let held = try await Self.check.model(of: draft.snapshot)
        #expect(held.holds.map(\.verdict) == [.holds, .holds])
    }

    @Test func `a name that means several policies is refused`() async throws {
        let files = [
            "policy.yaml": Self.semver + "---\n"
                + Self.semver.replacing("name: web\n", with: "name: web-staging\n"),
            "repository.yaml": Self.repository,
        ]
        let model = try await Self.check.model(of: Self.snapshot(files))
        #expect(throws: HoldError.self) { try model.policy(named: "org/web") }
        #expect(throws: HoldError.self) { try model.policy(named: "gone") }
        #expect(try model.policy(named: "flux-system/web").path == "policy.yaml")
    }
}
