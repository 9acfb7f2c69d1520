import ManifestFacts
import RepositoryLinking
import Testing

/// The ImageRepository that a policy's reference means.
@Suite struct ImageRepositoryIndexTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let repository: String
        let answer: String
    }

    @Test(arguments: [
        Case(
            testDescription: "same namespace", repository: "{name: app, namespace: n}",
            answer: "declared"),
        Case(testDescription: "no namespace", repository: "{name: app}", answer: "declared"),
        Case(
            testDescription: "another name", repository: "{name: b, namespace: n}",
            answer: "missing"),
        Case(
            testDescription: "another name, no namespace", repository: "{name: b}",
            answer: "missing"),
        Case(
            testDescription: "another namespace", repository: "{name: app, namespace: m}",
            answer: "elsewhere m"),
        Case(
            testDescription: "another of both", repository: "{name: b, namespace: m}",
            answer: "unknown"),
        Case(
            testDescription: "a variable in the name", repository: "{name: 'a${x}', namespace: n}",
            answer: "unknown"),
        Case(
            testDescription: "another variable name", repository: "{name: 'b${x}', namespace: n}",
            answer: "missing"),
        Case(
            testDescription: "a variable in the namespace",
            repository: "{name: app, namespace: '${x}'}", answer: "declared"),
    ])
    func `references to an ImageRepository are resolved`(_ example: Case) {
        let repository = Repository([
            "r.yaml": """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: \(example.repository)
            spec: {image: ghcr.io/org/app, interval: 1m}
            """
        ])
        #expect(answer(in: repository, "n") == example.answer)
    }

    @Test func `names of ImageRepositories are those that kustomize builds`() {
        let repository = Repository([
            "kustomization.yaml": "resources: [r.yaml]\nnamespace: n\nnamePrefix: a\n",
            "r.yaml": """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: {name: pp, namespace: m}
            spec: {image: ghcr.io/org/app, interval: 1m}
            """,
        ])
        #expect(answer(in: repository, "n") == "declared")
        #expect(answer(in: repository, "m") == "elsewhere n")
    }

    private func answer(in repository: Repository, _ namespace: String) -> String {
        switch repository.model.repositories.answer(namespace: .known(namespace), name: "app") {
        case .declared: "declared"
        case .elsewhere(let namespaces): "elsewhere " + namespaces.joined(separator: " ")
        case .missing: "missing"
        case .unknown: "unknown"
        }
    }
}

/// Which objects may be in one cluster, and with which labels.
@Suite struct ClustersTests {
    @Test func `objects of different roots may share a cluster`() {
        let repository = Repository([
            "a/sync.yaml": flux("flux-system", path: "./a"), "a/x.yaml": flux("x", path: "./x"),
            "a/y.yaml": flux("y", path: "./y"), "b/sync.yaml": flux("flux-system", path: "./b"),
            "b/p.yaml": policy("p", in: "n"), "x/p.yaml": policy("p", in: "n"),
            "y/p.yaml": policy("p", in: "n"),
        ])
        let policies = repository.model.objects.policies
        #expect(policies.map(\.fact.path) == ["b/p.yaml", "x/p.yaml", "y/p.yaml"])
        #expect(repository.model.mayShareCluster(policies[1], policies[2]))
        #expect(!repository.model.mayShareCluster(policies[0], policies[1]))
    }

    @Test func `objects that no root builds share a cluster by their directory`() {
        let repository = Repository([
            "a/p.yaml": policy("p"), "a/q.yaml": policy("q"), "b/p.yaml": policy("p"),
        ])
        let policies = repository.model.objects.policies
        #expect(repository.model.mayShareCluster(policies[0], policies[1]))
        #expect(!repository.model.mayShareCluster(policies[0], policies[2]))
    }

    @Test func `labels are those of all kustomizations`() {
        let repository = Repository([
            "base/kustomization.yaml": "resources: [p.yaml]\ncommonLabels: {a: inner, b: inner}\n",
            "base/p.yaml": policy("p"),
            "kustomization.yaml":
                "resources: [base]\nlabels: [{pairs: {b: outer, c: '${x}'}}]\n",
        ])
        let labels = repository.model.objects.policies.first?.object.labels
        #expect(
            labels == [
                "tier": .known("web"), "a": .known("inner"), "b": .known("outer"),
                "c": .pattern("${x}"),
            ])
    }
}
