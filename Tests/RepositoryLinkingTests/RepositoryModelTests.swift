import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import Testing

@Suite struct RepositoryModelTests {
    private static func model(_ files: [(path: String, text: String)]) -> RepositoryModel {
        RepositoryModel(
            files: files.map { path, text in
                let role = FileRole(path: path) ?? .unvisited
                return ManifestFile(
                    path: path, facts: FileFacts(bytes: Array(text.utf8), role: role))
            })
    }

    private static func policy(_ name: String, in namespace: String?) -> String {
        let place = namespace.map { "\n  namespace: \($0)" } ?? ""
        return "apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImagePolicy\n"
            + "metadata:\n  name: \(name)\(place)\n"
    }

    // MARK: Policies

    @Test func `policies are declared in their own namespace`() {
        let policies = Self.model([
            ("p.yaml", Self.policy("web", in: "other")), ("q.yaml", Self.policy("q", in: "ns")),
        ]).policies
        #expect(policies.answer(namespace: "other", name: "web") == .declared)
        #expect(
            policies.answer(namespace: "ns", name: "web") == .elsewhere(namespaces: ["other"]))
        #expect(policies.answer(namespace: "other", name: "api") == .missing)
    }

    @Test func `namespaces without policies are unknown`() {
        let policies = Self.model([("p.yaml", Self.policy("web", in: "other"))]).policies
        guard case .unknown = policies.answer(namespace: "flux-system", name: "api") else {
            Issue.record("nothing tells where the policy of that namespace is")
            return
        }
    }

    /// A transformer may put it into any namespace.
    @Test(arguments: [nil, "${NAMESPACE}"])
    func `policies without a known namespace may be in any namespace`(_ namespace: String?) {
        let policies = Self.model([("p.yaml", Self.policy("web", in: namespace))]).policies
        #expect(policies.answer(namespace: "flux-system", name: "api") == .missing)
        #expect(policies.answer(namespace: "flux-system", name: "web") == .declared)
    }

    @Test(arguments: [
        ("x-web-y", true), ("x-web", false), ("web-y", false), ("web", false), ("x--y", false),
    ])
    func `prefixes and suffixes are part of names`(_ name: String, _ isDeclared: Bool) {
        let kustomization = "namePrefix: x-\nnameSuffix: -y\nresources: [p.yaml]\n"
        let policies = Self.model([
            ("kustomization.yaml", kustomization), ("p.yaml", Self.policy("web", in: "ns")),
        ]).policies
        let answer = policies.answer(namespace: "ns", name: name)
        #expect(answer == (isDeclared ? .declared : .missing))
    }

    @Test(arguments: ["web-api", "web-", "web-x-y"])
    func `templates may declare what they match`(_ name: String) {
        let template = "{{ if .x }}\n" + Self.policy("web-{{ .name }}", in: "ns") + "{{ end }}\n"
        let policies = Self.model([
            ("t.yaml", template), ("p.yaml", Self.policy("other", in: "ns")),
        ]).policies
        guard case .unknown = policies.answer(namespace: "ns", name: name) else {
            Issue.record("the template may declare `\(name)`")
            return
        }
        #expect(policies.answer(namespace: "ns", name: "api") == .missing)
    }

    // MARK: Overrides

    private static let pod = """
        kind: Pod
        spec: {containers: [{image: a:1}, {image: 'b-Image'}, {image: c}]}
        """

    @Test func `overrides apply to images of their name`() {
        let kustomization = """
            resources: [pod.yaml]
            images:
              - {name: a, newTag: "2"}
              - {name: b-Image, newName: ghcr.io/org/b}
              - {name: c}
            """
        let model = Self.model([("kustomization.yaml", kustomization), ("pod.yaml", Self.pod)])
        let containers = model.images.filter { $0.fact.use == .container }
        #expect(
            containers.map { model.deployedParts(of: $0).version != .deployed } == [
                true, false, false,
            ])
        let faults = containers.map { image in
            image.fact.problems.map { !model.deployedParts(of: image).deploys($0, of: image.fact) }
        }
        #expect(faults == [[], [true], []])
    }

    @Test func `entries do not override entries`() {
        let model = Self.model([
            ("a/kustomization.yaml", "images: [{name: a, newTag: '2'}]\n"),
            ("b/kustomization.yaml", "images: [{name: x, newName: a, newTag: latest}]\n"),
        ])
        #expect(model.judgedImages.allSatisfy { $0.deployedParts.version == .deployed })
    }

    // MARK: Lists

    @Test func `facts keep the order of the files`() {
        let model = Self.model([("a.yaml", Self.pod), ("b.yaml", Self.pod)])
        #expect(
            model.images.map(\.path) == Array(repeating: "a.yaml", count: 3)
                + Array(repeating: "b.yaml", count: 3))
    }

    @Test func `only live markers mark scalars`() {
        let text = """
            kind: A
            a: x:1 # {"$imagepolicy": "ns:p"}
            b: y:1 # {"$imagepolicy": "p"}
            # {"$imagepolicy": "ns:p"}
            c: z:1
            """
        let model = Self.model([("a.yaml", text)])
        #expect(model.markers.count == 3)
        #expect(model.markedScalars == [model.markers[0].place(SourceSpan(11, 14))])
    }
}
