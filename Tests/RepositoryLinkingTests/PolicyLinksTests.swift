import ManifestFacts
import RepositoryLinking
import Testing

@Suite struct PolicyLinksTests {
    private let alphabetical = "  policy: { alphabetical: {} }"

    private func followed(_ model: RepositoryModel, by marker: Int = 0) -> [String] {
        guard let setter = model.markers[marker].fact.liveSetter else { return [] }
        return model.policyLinks.policies(of: setter).map(\.name)
    }

    @Test func markerMeansThePolicyOfItsNamespace() {
        let model = RepositoryModel([
            "a.yaml": policy("app", namespace: "flux-system", alphabetical)
                + policy("app", namespace: "other", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == ["flux-system/app"])
        #expect(
            model.policyLinks.deployedTags(of: model.policyLinks.policies[0]).map(\.tag) == ["1"])
        #expect(model.policyLinks.followers(of: model.policyLinks.policies[1]).isEmpty)
    }

    @Test func policiesWithoutNamespaceAreMeantOnlyWhereNoneIsNamed() {
        let model = RepositoryModel([
            "a.yaml": policy("app", alphabetical) + policy("app", namespace: "other", alphabetical)
                + policy("app", namespace: "${namespace}", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == ["app", "${namespace}/app"])
    }

    @Test func policiesOfOtherNamespacesAreNotMeant() {
        let model = RepositoryModel([
            "a.yaml": policy("app", namespace: "other", alphabetical),
            "b.yaml": deployment(image: "app:1", marker: "flux-system:app"),
        ])
        #expect(followed(model) == [])
    }

    @Test(arguments: [
        ("nginx", "index.docker.io/library/nginx"), ("ghcr.io/org/app", "ghcr.io/org/app"),
    ])
    func imagesAreComparedByTheirCanonicalNames(image: String, canonical: String) {
        let model = RepositoryModel([
            "a.yaml": policy("app", alphabetical) + repository("app", image: image)
        ])
        #expect(model.policyLinks.policies[0].image == .image(canonical))
    }

    @Test func anUnknownImageIsKnownByItsReference() {
        let model = RepositoryModel([
            "a.yaml": policy("one", alphabetical) + policy("two", alphabetical)
                + repository("app", image: "${registry}/app")
        ])
        let images = model.policyLinks.policies.map(\.image)
        #expect(images == Array(repeating: .reference(namespace: nil, name: "app"), count: 2))
    }

    @Test(arguments: [
        ("$ts", "^(?P<ts>[0-9]+)$", false, true), ("${ts}", "^(?P<ts>[0-9]+)$", true, true),
        ("${time}", "^(?P<ts>[0-9]+)$", false, true), ("${time}", "^(?P<ts>[0-9]+)$", true, false),
        ("${TIME}", "^(?P<ts>[0-9]+)$", false, false), ("$$ts", "^(?P<ts>[0-9]+)$", false, false),
        ("$${ts}", "^(?P<ts>[0-9]+)$", true, true), ("${ts:=1}", "^(?P<ts>[0-9]+)$", false, false),
        ("$ts", "^${PREFIX}-(?P<ts>[0-9]+)$", false, false),
    ])
    func variablesLeaveAFilterOpen(
        extract: String, pattern: String, isSubstituted: Bool, isKnown: Bool
    ) {
        let spec = """
              filterTags: { pattern: '\(pattern)', extract: '\(extract)' }
              policy: { numerical: {} }
            """
        let substitution = """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            spec: { path: ./apps, postBuild: { substitute: { a: b } } }
            """
        let model = RepositoryModel([
            "a.yaml": policy("app", spec), "b.yaml": isSubstituted ? substitution : "kind: A",
        ])
        #expect((model.policyLinks.policies[0].reading.filter != nil) == isKnown)
    }

    @Test(arguments: [
        (
            "target: { kind: ImagePolicy }, patch: '- { op: add, path: /spec/policy, value: {} }'",
            true
        ),
        ("target: { kind: 'Image.*', name: ap+ }, path: patch.yaml", true),
        ("target: { kind: ImagePolicy, name: other }, path: patch.yaml", false),
        ("target: { kind: Deployment }, path: patch.yaml", false),
        ("patch: '{ kind: ImagePolicy, metadata: { name: app }, spec: { filterTags: {} } }'", true),
        ("patch: '{ kind: ImagePolicy, metadata: { name: app, labels: { a: b } } }'", false),
        ("path: ./sub/../policy-patch.yaml", true),
    ])
    func patchesMayChangeAPolicy(entry: String, isPatched: Bool) {
        let model = RepositoryModel([
            "base/policy.yaml": policy("app", alphabetical),
            "base/kustomization.yaml": "resources: [policy.yaml]\npatches: [{ \(entry) }]",
            "base/policy-patch.yaml": policy("app", alphabetical),
        ])
        #expect(model.policyLinks.policies.allSatisfy { $0.mayBePatched == isPatched })
    }
}
