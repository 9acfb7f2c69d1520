import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies
import Testing

@Suite struct PolicyLinksTests {
    private let alphabetical = "  policy: { alphabetical: {} }"

    private func followed(_ model: RepositoryModel, by marker: Int = 0) -> [String] {
        model.policyLinks.policies(of: model.markers[marker]).map(\.name)
    }

    @Test func `a marker means the policy of its namespace`() {
        let model = RepositoryModel([
            "a.yaml": policy("app", namespace: "flux-system", alphabetical)
                + policy("app", namespace: "other", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == ["flux-system/app"])
        #expect(
            model.policyLinks.deployedTags(of: model.policyLinks.policies[0]) == ["1"])
        #expect(model.policyLinks.followers(of: model.policyLinks.policies[1]).isEmpty)
    }

    /// A repository with many clusters has one policy for each.
    @Test(arguments: [true, false])
    func `each of 1100 policies of one name is meant by its own marker`(
        isBuilt: Bool
    ) {
        var files: [String: String] = [:]
        for number in 0..<1100 {
            let folder = "clusters/c\(number)"
            files["\(folder)/policies/app.yaml"] = policy(
                "app", namespace: "flux-system", "  policy: { numerical: { order: asc } }")
            files["\(folder)/web.yaml"] = deployment(
                image: "app:\(number)", marker: "flux-system:app")
            if isBuilt {
                files["\(folder)/kustomization.yaml"] = "resources: [policies/app.yaml, web.yaml]\n"
            }
        }
        let model = RepositoryModel(files)
        #expect(model.policyLinks.policies.count == 1100)
        for policy in model.policyLinks.policies {
            let folder = policy.path.dropLast("policies/app.yaml".count)
            let followers = model.policyLinks.followers(of: policy)
            #expect(followers.map(\.path) == ["\(folder)web.yaml"])
        }
    }

    @Test func `policies without namespace are meant only where none is named`() {
        let model = RepositoryModel([
            "a.yaml": policy("app", alphabetical) + policy("app", namespace: "other", alphabetical)
                + policy("app", namespace: "${namespace}", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == ["app", "${namespace}/app"])
    }

    @Test func `policies of other namespaces are not meant`() {
        let model = RepositoryModel([
            "a.yaml": policy("app", namespace: "other", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == [])
    }

    @Test(arguments: [
        ("nginx", "index.docker.io/library/nginx"), ("ghcr.io/org/app", "ghcr.io/org/app"),
    ])
    func `images of policies have canonical names`(image: String, canonical: String) {
        let model = RepositoryModel([
            "a.yaml": policy("app", alphabetical) + repository("app", image: image)
        ])
        #expect(model.policyLinks.policies[0].image == .image(canonical))
    }

    @Test func `an unknown image is identified by its reference`() {
        let model = RepositoryModel([
            "a.yaml": policy("one", alphabetical) + policy("two", alphabetical)
                + repository("app", image: "${registry}/app")
        ])
        let images = model.policyLinks.policies.map(\.image)
        #expect(images == Array(repeating: .reference(namespace: .absent, name: "app"), count: 2))
    }

    @Test(arguments: [
        ("$ts", "^(?P<ts>[0-9]+)$", false, "$ts"), ("${ts}", "^(?P<ts>[0-9]+)$", false, "${ts}"),
        ("${time}", "^(?P<ts>[0-9]+)$", false, "${time}"), ("${ts}", "^(?P<ts>[0-9]+)$", true, ""),
        ("$ts", "^(?P<ts>[0-9]+)$", true, "$ts"), ("$$ts", "^(?P<ts>[0-9]+)$", true, "$ts"),
        ("$${ts}", "^(?P<ts>[0-9]+)$", true, "${ts}"),
        ("${group}", "^(?P<ts>[0-9]+)$", true, "$ts"),
        ("$ts", "^${PREFIX}-(?P<ts>[0-9]+)$", true, "$ts"), ("${TIME}", "^[0-9]+$", false, nil),
        ("$$ts", "^(?P<ts>[0-9]+)$", false, nil), ("${ts:=1}", "^(?P<ts>[0-9]+)$", false, nil),
        ("$ts", "^${PREFIX}-(?P<ts>[0-9]+)$", false, nil),
    ])
    func `variables in a pattern are filled in before it is read`(
        extract: String, pattern: String, isSubstituted: Bool, result: String?
    ) {
        let spec = """
              filterTags: { pattern: '\(pattern)', extract: '\(extract)' }
              policy: { numerical: {} }
            """
        let values = isSubstituted ? "{ PREFIX: main, group: $ts }" : "{}"
        let model = RepositoryModel([
            "apps/a.yaml": policy("app", spec),
            "b.yaml": flux("apps", path: "./apps", "postBuild: { substitute: \(values) }"),
        ])
        let reading = model.policyLinks.policies[0].reading
        #expect((reading.filter == nil ? nil : reading.specification.filter?.extract) == result)
    }

    // MARK: Patches

    private func built(_ patches: String, _ more: [String: String] = [:]) -> RepositoryModel {
        RepositoryModel(
            [
                "apps/policy.yaml": policy("app", alphabetical),
                "apps/kustomization.yaml": "resources: [policy.yaml]\npatches:\n\(patches)",
            ].merging(more) { $1 })
    }

    @Test(arguments: [
        ("target: {kind: ImagePolicy}", true), ("target: {kind: 'Image.*', name: ap+}", true),
        ("target: {kind: ImagePolicy, name: other}", false), ("target: {kind: Pod}", false),
    ])
    func `patches change the fields of a policy`(target: String, isPatched: Bool) {
        let policy = built(
            """
              - \(target)
                patch: |
                  - op: add
                    path: /spec/filterTags
                    value: {pattern: ^main$}
            """
        ).policyLinks.policies[0]
        #expect(policy.reading.specification.filter?.pattern == (isPatched ? "^main$" : nil))
        #expect(policy.admits("main") == true && policy.admits("other") == !isPatched)
    }

    @Test func `a patched text has the location in the patch`() throws {
        let patch = policy("app", "  filterTags: { pattern: '^main$' }")
        let model = built("  - path: patch.yaml", ["apps/patch.yaml": patch])
        #expect(model.policyLinks.policies.count == 1)
        let pattern = try #require(model.policyLinks.policies[0].pattern)
        #expect(pattern.location.path == "apps/patch.yaml")
        #expect(pattern.edit(0..<6, to: "^x$")?.replacement == "^x$")
        let lower = pattern.location(of: 1..<5).span.lowerBound
        #expect(Array(patch.utf8)[lower..<lower + 4].elementsEqual("main".utf8))
    }

    @Test func `a text inside an inline patch has a location but no edit`() throws {
        let patches = """
              - target: {kind: ImagePolicy}
                patch: |
                  - op: add
                    path: /spec/filterTags
                    value: {pattern: '^main$'}
            """
        let policy = built(patches).policyLinks.policies[0]
        let pattern = try #require(policy.pattern)
        let kustomization = "resources: [policy.yaml]\npatches:\n" + patches
        let span = pattern.location(of: 1..<5).span
        #expect(
            Array(kustomization.utf8)[span.range].elementsEqual("main".utf8))
        #expect(pattern.edit(0..<6, to: "^x$") == nil)
    }

    // MARK: Clusters

    private func clusters(_ values: [String]) -> [String: String] {
        var files = [
            "apps/policy.yaml": policy(
                "app", namespace: "ns",
                "  filterTags: { pattern: '^${TAG}$' }\n  policy: { alphabetical: {} }")
        ]
        for (number, value) in values.enumerated() {
            files["clusters/\(number)/apps.yaml"] = flux(
                "apps", path: "./apps", "postBuild: {substitute: {TAG: \(value)}}")
            files["clusters/\(number)/flux-system.yaml"] = flux(
                "flux-system", path: "./clusters/\(number)")
        }
        return files
    }

    @Test(arguments: [(["a", "b"], 2), (["a", "a"], 1), (["a", "b", "a"], 2)])
    func `builds with equal results are one policy`(values: [String], count: Int) {
        #expect(RepositoryModel(clusters(values)).policyLinks.policies.count == count)
    }

    @Test func `a marker means the policy of its cluster`() {
        var files = clusters(["a", "b"])
        files["clusters/1/app.yaml"] = deployment(image: "app:1", marker: "ns:app")
        let model = RepositoryModel(files)
        let meant = model.policyLinks.policies(of: model.markers[0])
        #expect(meant.map(\.pattern?.text) == ["^b$"])
    }

    @Test func `a marker means the policy of its automation`() {
        var files = clusters(["a", "b"])
        files["clusters/1/automation.yaml"] = automation("ns", path: "./shared")
        files["shared/app.yaml"] = deployment(image: "app:1", marker: "ns:app")
        let model = RepositoryModel(files)
        let meant = model.policyLinks.policies(of: model.markers[0])
        #expect(meant.map(\.pattern?.text) == ["^b$"])
    }

    @Test func `a marker means the nearest policy`() {
        let model = RepositoryModel([
            "a/deployment.yaml": deployment(image: "app:1", marker: "ns:app"),
            "a/policy.yaml": policy("app", namespace: "ns", alphabetical),
            "b/policy.yaml": policy("app", namespace: "ns", alphabetical),
        ])
        let meant = model.policyLinks.policies(of: model.markers[0])
        #expect(meant.map(\.path) == ["a/policy.yaml"])
    }

    @Test func `a reference means the ImageRepository of its cluster`() {
        var files = clusters(["a", "b"])
        files["apps/repository.yaml"] = repository("app", namespace: "ns", image: "org/${TAG}")
        let model = RepositoryModel(files)
        #expect(
            model.policyLinks.policies.map(\.imageName?.full) == [
                "docker.io/org/a", "docker.io/org/b",
            ])
    }
}
