import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// A fleet in several repositories: what one says about another, and what stays apart.
@Suite struct SeveralRepositoriesTests {
    fileprivate static let appsURL = "https://github.com/org/apps"

    private static func snapshot(_ files: [String: String]) -> Snapshot {
        Snapshot(files: files.mapValues { Array($0.utf8) })
    }

    /// A check of the applications, with the fleet beside them.
    private func check(
        _ fleet: [String: String], own: [String] = [Self.appsURL]
    ) throws -> RepositoryCheck {
        var check = RepositoryCheck(rules: allRules, workerCount: 2)
        for address in own { check.others.addOwn(address) }
        check.others.add("ssh://git@github.com/org/fleet.git", name: "fleet", place: "/fleet") {
            Self.snapshot(fleet)
        }
        return check
    }

    private func alone(_ files: [String: String]) async throws -> CheckReport {
        try await RepositoryCheck(rules: allRules, workerCount: 1).report(
            on: Self.snapshot(files))
    }

    private func report(
        on files: [String: String], with fleet: [String: String]
    ) async throws -> CheckReport {
        try await check(fleet).report(on: Self.snapshot(files))
    }

    @Test func `a policy that another repository declares is found`() async throws {
        let apps = ["deploy/web.yaml": Manifest.podFollowing("web")]
        #expect(try await alone(apps).rulesNotChecked.contains("marker-policy-missing"))
        let linked = try await report(on: apps, with: ["policies/web.yaml": Manifest.policy("web")])
        #expect(!linked.rulesNotChecked.contains("marker-policy-missing"))
        #expect(!linked.rules.contains("marker-policy-missing"))
    }

    @Test func `a policy that is in no repository of a namespace is missing`() async throws {
        let linked = try await report(
            on: ["deploy/web.yaml": Manifest.podFollowing("wep")],
            with: ["policies/web.yaml": Manifest.policy("web")])
        #expect(linked.rules.contains("marker-policy-missing"))
        #expect(linked.findings.allSatisfy { $0.finding.location.path == "deploy/web.yaml" })
    }

    @Test(arguments: [("./deploy", false), ("./", false), ("./other", true)])
    func `an automation of another repository covers the files that it writes`(
        _ path: String, _ isOutside: Bool
    ) async throws {
        let apps = [
            "deploy/web.yaml": Manifest.podFollowing("web"),
            "other/a.yaml": Manifest.pod("a:1.0.0"),
        ]
        let linked = try await report(
            on: apps,
            with: [
                "web.yaml": Manifest.policy("web"),
                "apps.yaml": Fleet.source("apps", "git@github.com:org/apps.git")
                    + Fleet.automation("apps", path: path),
            ])
        #expect(linked.rules.contains("marker-outside-automation") == isOutside)
        #expect(!linked.rulesNotChecked.contains("marker-outside-automation"))
    }

    @Test(arguments: ["flux-system", "infra"])
    func `an automation of another repository for itself says nothing about this one`(
        _ source: String
    ) async throws {
        let linked = try await report(
            on: ["deploy/web.yaml": Manifest.podFollowing("web")],
            with: [
                "web.yaml": Manifest.policy("web"),
                "all.yaml": Fleet.source("infra", "https://github.com/org/infra")
                    + Fleet.automation(source, path: "./"),
            ])
        #expect(!linked.rules.contains("marker-outside-automation"))
        #expect(linked.rulesNotChecked.contains("marker-outside-automation"))
    }

    @Test func `an automation whose source has an unknown address may write what another does not`()
        async throws
    {
        let apps = [
            "deploy/web.yaml": Manifest.podFollowing("web"),
            "other/web.yaml": Manifest.podFollowing("web"),
        ]
        let fleet = [
            "web.yaml": Manifest.policy("web"),
            "apps.yaml": Fleet.source("apps", Self.appsURL)
                + Fleet.automation("apps", path: "./deploy"),
        ]
        let more =
            Fleet.source("more", "https://github.com/${owner}/apps")
            + Fleet.automation("more", path: "./other")
        let known = try await report(on: apps, with: fleet)
        #expect(known.findings.map(\.finding.location.path) == ["other/web.yaml"])
        #expect(known.rules == ["marker-outside-automation"])
        let open = try await report(on: apps, with: fleet.merging(["more.yaml": more]) { $1 })
        #expect(open.findings.isEmpty)
        #expect(open.rulesNotChecked.contains("marker-outside-automation"))
    }

    @Test func `an automation of this repository does not write another one`() async throws {
        let apps = [
            "all.yaml": Fleet.automation("flux-system", path: "./"),
            "deploy/web.yaml": Manifest.podFollowing("web"),
        ]
        let fleet = [
            "all.yaml": Fleet.automation("flux-system", path: "./"),
            "deploy/web.yaml": Manifest.podFollowing("web"),
            "policy.yaml": Manifest.policy("web"),
        ]
        let model = try await check(fleet).model(of: Self.snapshot(apps))
        let setter = try #require(SetterMarker("flux-system:web"))
        for (path, automation) in [
            ("deploy/web.yaml", "all.yaml"), ("fleet:/deploy/web.yaml", "fleet:/all.yaml"),
        ] {
            #expect(
                model.automations.writers(of: setter, at: path).map(\.built.fact.path)
                    == [automation])
            #expect(
                model.automations.automations.filter { $0.mayCover(path) }.map(\.built.fact.path)
                    == [automation])
        }
    }

    @Test(arguments: ["../deploy", "./../deploy", "x/../../deploy", "x/../../../deploy"])
    func `a path of another repository does not lead into this one`(_ path: String) async throws {
        let model = try await check(["clusters/kustomization.yaml": "resources: [\(path)]\n"])
            .model(
                of: Self.snapshot([
                    "deploy/kustomization.yaml": "namespace: own\nresources: [web.yaml]\n",
                    "deploy/web.yaml": Manifest.pod("nginx:1.27.3"),
                ]))
        #expect(model.roots(reaching: "deploy/web.yaml").map(\.directory) == ["deploy"])
    }

    @Test func `a chart of this repository comes to be where another one releases it`()
        async throws
    {
        let release = """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata: { name: web, namespace: prod }
            spec:
              interval: 1m
              chart:
                spec:
                  chart: ./charts/web
                  sourceRef: { kind: GitRepository, name: apps, namespace: flux-system }

            """
        let apps = [
            "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
            "charts/web/templates/policy.yaml": Manifest.policy("{{ .Release.Name }}")
                .withoutNamespace,
            "prod/web.yaml": Self.pod(following: "prod:web"),
            "test/web.yaml": Self.pod(following: "test:web"),
        ]
        let fleet = [
            "release.yaml": Fleet.source("apps", Self.appsURL) + release,
            "prod.yaml": Self.policy("api", in: "prod"),
            "test.yaml": Self.policy("api", in: "test"),
        ]
        let linked = try await report(on: apps, with: fleet)
        #expect(
            linked.findings.filter { $0.finding.rule == "marker-policy-missing" }
                .map(\.finding.location.path) == ["test/web.yaml"])
    }

    private static func pod(following policy: String) -> String {
        Manifest.pod("ghcr.io/org/web:1.0.0 # {\"$imagepolicy\": \"\(policy)\"}")
    }

    private static func policy(_ name: String, in namespace: String) -> String {
        Manifest.policy(name).replacing("namespace: flux-system", with: "namespace: \(namespace)")
    }

    @Test func `a root of another repository decides the namespace of what it builds`()
        async throws
    {
        let apps = [
            "deploy/policy.yaml": Manifest.policy("web").withoutNamespace,
            "deploy/web.yaml": Manifest.pod(
                "ghcr.io/org/web:1.0.0 # {\"$imagepolicy\": \"prod:web\"}"),
        ]
        let fleet = [
            "clusters/production/apps.yaml": Fleet.source("apps", Self.appsURL)
                + Fleet.kustomization("apps", path: "./deploy", namespace: "prod")
        ]
        let model = try await check(fleet).model(of: Self.snapshot(apps))
        #expect(model.policies.policies(namespace: "prod", name: "web").count == 1)
        #expect(model.roots(reaching: "deploy/web.yaml").map(\.directory) == ["deploy"])
        #expect(
            model.roots(reaching: "deploy/web.yaml").map(\.builder?.path)
                == ["fleet:/clusters/production/apps.yaml"])
        let other = try await check(fleet, own: []).model(of: Self.snapshot(apps))
        #expect(other.roots(reaching: "deploy/web.yaml").allSatisfy { $0.namespace == nil })
    }

    @Test func `findings of another repository are not reported`() async throws {
        let apps = ["web.yaml": Manifest.pod("nginx:1.27.3")]
        let linked = try await report(
            on: apps, with: ["bad.yaml": Manifest.pod("nginx:latest"), "worse.yaml": "image: ]"])
        #expect(linked.findings.isEmpty)
        #expect(linked.notChecked.isEmpty)
        #expect(linked.fileCount == 1)
    }

    @Test func `the root of this repository does not contain another one`() async throws {
        let fleet = [
            "clusters/apps.yaml": Fleet.source("apps", Self.appsURL)
                + Fleet.kustomization("apps", path: "./", namespace: "prod"),
            "policy.yaml": Manifest.policy("web").withoutNamespace,
        ]
        let apps = ["deploy/policy.yaml": Manifest.policy("api").withoutNamespace]
        let model = try await check(fleet).model(of: Self.snapshot(apps))
        #expect(model.policies.policies(namespace: "prod", name: "api").count == 1)
        #expect(
            model.objects.policies.filter { $0.fact.path == "fleet:/policy.yaml" }
                .allSatisfy { $0.identity.namespace.known == nil })
    }

    @Test func `repositories that build each other come to an end`() async throws {
        let apps = [
            "deploy/fleet.yaml": Fleet.source("fleet", "https://github.com/org/fleet")
                + Fleet.kustomization("fleet", path: "./clusters", namespace: "back"),
            "deploy/web.yaml": Manifest.pod("nginx:latest"),
        ]
        let fleet = [
            "clusters/apps.yaml": Fleet.source("apps", Self.appsURL)
                + Fleet.kustomization("apps", path: "./deploy", namespace: "forth")
        ]
        let linked = try await report(on: apps, with: fleet)
        #expect(linked.rules.filter { $0 == "image-latest-tag" }.count == 1)
        let model = try await check(fleet).model(of: Self.snapshot(apps))
        #expect(
            Set(model.roots(reaching: "fleet:/clusters/apps.yaml").map(\.directory))
                == ["fleet:/clusters"])
    }

    @Test func `files of one path in two repositories stay apart`() async throws {
        let apps = [
            "policies/web.yaml": Manifest.policy("web"),
            "web.yaml": Manifest.podFollowing("web"),
        ]
        let model = try await check(apps).model(of: Self.snapshot(apps))
        let links = try #require(model.markers.first { $0.path == "web.yaml" })
        #expect(model.files.count == 4)
        #expect(links.fact.target != nil)
        #expect(try await report(on: apps, with: apps).rules == alone(apps).rules)
    }

    @Test func `a repository that is named twice is linked once`() async throws {
        var check = try check(["policy.yaml": Manifest.policy("web")])
        check.others.add("https://github.com/org/fleet", name: "fleet", place: "/fleet") {
            Issue.record("it was read a second time")
            return Self.snapshot([:])
        }
        check.others.add("https://github.com/org/fleet2", name: "fleet", place: "/other/fleet") {
            Self.snapshot(["policy.yaml": Manifest.policy("api")])
        }
        let model = try await check.model(of: Self.snapshot(["a.yaml": Manifest.pod("a:1.0.0")]))
        #expect(
            model.files.map(\.path) == ["a.yaml", "fleet:/policy.yaml", "fleet::/policy.yaml"])
    }

    @Test func `a directory with the name of another repository is an error`() async throws {
        let check = try check(["policy.yaml": Manifest.policy("web")])
        await #expect(throws: OtherRepositoryError.directoryTaken("fleet:")) {
            try await check.report(
                on: Self.snapshot(["fleet:/policy.yaml": Manifest.policy("web")]))
        }
    }

    @Test func `what cannot be linked is not checked, said once`() async throws {
        var check = RepositoryCheck(rules: allRules, workerCount: 1)
        check.others.missing = [
            NotChecked(path: ".sluice.yaml", line: 3, rule: nil, reason: "`../fleet` is not there")
        ]
        let report = try await check.report(
            on: Self.snapshot(["web.yaml": Manifest.pod("nginx:1.27.3")]))
        #expect(report.notChecked == check.others.missing)
    }

    @Test func `a change in another repository is noticed by the cache`() async throws {
        let cache = MemoryCache()
        func hits(_ fleet: [String: String]) async throws -> Int {
            var check = try check(fleet)
            check.cache = ReportCache(SealedCache(cache, program: "1"))
            let before = cache.hitCount
            _ = try await check.report(
                on: Self.snapshot(["web.yaml": Manifest.podFollowing("web")]))
            return cache.hitCount - before
        }
        #expect(try await hits(["a.yaml": Manifest.policy("web")]) == 0)
        #expect(try await hits(["a.yaml": Manifest.policy("web")]) == 1)
        #expect(try await hits(["a.yaml": Manifest.policy("api")]) == 0)
    }
}

/// Manifests of the repository that tells what clusters run.
private enum Fleet {
    static func source(_ name: String, _ url: String) -> String {
        """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: { name: \(name), namespace: flux-system }
        spec: { interval: 1m, url: "\(url)", ref: { branch: main } }
        ---

        """
    }

    static func kustomization(_ name: String, path: String, namespace: String) -> String {
        """
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: { name: \(name), namespace: flux-system }
        spec:
          interval: 1m
          prune: true
          path: \(path)
          targetNamespace: \(namespace)
          sourceRef: { kind: GitRepository, name: \(name) }

        """
    }

    static func automation(_ source: String, path: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: \(source), namespace: flux-system }
        spec:
          interval: 1m
          sourceRef: { kind: GitRepository, name: \(source) }
          git: { commit: { author: { name: bot, email: bot@example.com } } }
          update: { path: \(path), strategy: Setters }

        """
    }
}

extension String {
    fileprivate var withoutNamespace: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("namespace:") }.joined(separator: "\n")
    }
}

extension CheckReport {
    fileprivate var rules: [String] { findings.map(\.finding.rule) }
    fileprivate var rulesNotChecked: Set<String> { Set(notChecked.compactMap(\.rule)) }
}
