import TestSupport

/// A repository with some environments, and a history of changes of many kinds, merges, moves,
/// reverts and cherry-picks among them.
struct GeneratedHistory {
    let repository: GitFixture
    private var generator: SeededGenerator
    private var fleet = Fleet()

    init(seed: UInt64, commitCount: Int = 90) throws {
        repository = try GitFixture()
        generator = SeededGenerator(seed: seed)
        try commit("Begin")
        for number in 0..<commitCount { try step(number) }
    }

    private mutating func step(_ number: Int) throws {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: try revert()
        case 1: try merge(number)
        case 2: try pick(number)
        case 3:
            fleet.webDirectory = fleet.webDirectory == "apps/web" ? "apps/site" : "apps/web"
            try commit("Move an application")
        case 4:
            fleet.hasWorker.toggle()
            try commit("Add or remove an application")
        case 5:
            fleet.replicas += 1
            try commit("Change what is no image")
        case 6:
            try repository.write("docs/\(number).md", "text\n")
            try commit("Write a text")
        case 7:
            fleet.hasProductionTag.toggle()
            try commit("Set the tag of production, or leave it to the base")
        default:
            bump()
            try commit("Update an image")
        }
    }

    private mutating func bump() {
        let tag = [
            "1.\(Int.random(in: 0...9, using: &generator))",
            "v1.2.\(Int.random(in: 0...5, using: &generator))", "latest", "${TAG}",
            "main-abc\(Int.random(in: 0...9, using: &generator))",
        ].randomElement(using: &generator)
        let digest = (0..<64).map { _ in
            "0123456789abcdef".randomElement(using: &generator).map(String.init) ?? "0"
        }.joined()
        let key = Fleet.tags.randomElement(using: &generator) ?? ""
        fleet.values[key] = tag
        if Bool.random(using: &generator) {
            fleet.digest = Bool.random(using: &generator) ? "@sha256:\(digest)" : ""
        }
    }

    private func commit(_ message: String) throws {
        for path in ["apps", "clusters"] {
            try repository.run("rm", "-rf", "\(repository.path)/\(path)")
        }
        try repository.commit(fleet.files, message: message)
    }

    /// Takes the last commit back; the next one writes again what the fleet says.
    private func revert() throws {
        guard try repository.git("rev-list", "--count", "HEAD") != "1" else { return }
        do {
            try repository.git("revert", "--no-edit", "-m", "1", "HEAD")
        } catch {
            _ = try? repository.git("revert", "--abort")
            if (try? repository.git("revert", "--no-edit", "HEAD")) == nil {
                _ = try? repository.git("revert", "--abort")
            }
        }
    }

    private mutating func merge(_ number: Int) throws {
        try repository.git("switch", "--quiet", "--create", "topic-\(number)")
        bump()
        try commit("Update on a branch")
        fleet.replicas += 1
        try commit("And more")
        try repository.git("switch", "--quiet", "main")
        try repository.git("merge", "--quiet", "--no-ff", "-m", "Merge", "topic-\(number)")
    }

    private mutating func pick(_ number: Int) throws {
        let former = fleet
        try repository.git("switch", "--quiet", "--create", "pick-\(number)")
        bump()
        try commit("Update to be picked")
        try repository.git("switch", "--quiet", "main")
        if (try? repository.git("cherry-pick", "--allow-empty", "pick-\(number)")) == nil {
            _ = try? repository.git("cherry-pick", "--abort")
            fleet = former
        }
    }
}

/// The manifests of a repository at one time.
private struct Fleet {
    static let tags = ["base", "staging", "production", "helm", "worker", "settings", "numeric"]

    var webDirectory = "apps/web"
    var hasWorker = true
    var hasProductionTag = true
    var replicas = 1
    var digest = ""
    var values: [String: String] = [:]

    private func tag(_ key: String) -> String { values[key] ?? "v1.0.0" }

    var files: [String: String] {
        var files = [
            "\(webDirectory)/base/kustomization.yaml": "resources: [deployment.yaml]\n",
            "\(webDirectory)/base/deployment.yaml": deployment("web", tag("base") + digest),
            "\(webDirectory)/overlays/staging/kustomization.yaml": overlay(
                "staging", tag("staging")),
            "\(webDirectory)/overlays/production/kustomization.yaml": overlay(
                "production", hasProductionTag ? tag("production") : nil),
            "apps/chart/release.yaml": release,
            "apps/chart/kustomization.yaml": "resources: [release.yaml, settings.yaml]\n",
            "apps/chart/settings.yaml": settings,
            "clusters/staging/apps.yaml": kustomization("staging"),
            "clusters/production/apps.yaml": kustomization("production"),
            "clusters/production/chart.yaml": kustomization("chart", path: "./apps/chart"),
            "clusters/production/policies.yaml": policies,
        ]
        if hasWorker {
            files["apps/worker/production/deployment.yaml"] = deployment("worker", tag("worker"))
        }
        return files
    }

    private func deployment(_ name: String, _ tag: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: \(name), namespace: apps}
        spec:
          replicas: \(replicas)
          template:
            spec:
              containers:
                - name: \(name)
                  image: ghcr.io/org/\(name):\(tag)
                - name: proxy
                  image: "ghcr.io/org/proxy:\(self.tag("base"))"

        """
    }

    private func overlay(_ name: String, _ tag: String?) -> String {
        let images = tag.map {
            """
            images:
              - name: ghcr.io/org/web
                newTag: \($0) # {"$imagepolicy": "flux-system:web:tag"}

            """
        }
        return "resources: [../../base]\nnamespace: \(name)\n" + (images ?? "")
    }

    private var release: String {
        """
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata: {name: chart, namespace: apps}
        spec:
          chart: {spec: {chart: chart, sourceRef: {kind: HelmRepository, name: org}}}
          values:
            image:
              repository: ghcr.io/org/chart
              tag: \(tag("helm"))
            sidecar:
              image: {repository: ghcr.io/org/sidecar, tag: '\(tag("numeric"))'}

        """
    }

    private var settings: String {
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: apps}
        data:
          image: ghcr.io/org/settings:\(tag("settings")) # {"$imagepolicy": "flux-system:web"}
          tag: ghcr.io/org/odd:\(tag("settings")) # {"$imagepolicy": "flux-system:web:tag"}

        """
    }

    private func kustomization(_ name: String, path: String? = nil) -> String {
        """
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: \(name), namespace: flux-system}
        spec:
          interval: 1h
          sourceRef: {kind: GitRepository, name: flux-system}
          path: \(path ?? "./\(webDirectory)/overlays/\(name)")

        """
    }

    private var policies: String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 1h}
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: {name: web, namespace: flux-system}
        spec:
          imageRepositoryRef: {name: web}
          policy: {semver: {range: ">=1.0.0"}}

        """
    }
}
