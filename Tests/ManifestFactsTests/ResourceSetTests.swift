import ManifestFacts
import Testing

@Suite struct ResourceSetTests {
    private func facts(
        inputs: String, resources: String, spec: String = ""
    ) -> FileFacts {
        let text = """
            apiVersion: fluxcd.controlplane.io/v1
            kind: ResourceSet
            metadata: { name: tenants, namespace: flux-system }
            spec:
              inputs: \(inputs)
              resources: \(resources)
            \(spec)
            """
        return FileFacts(bytes: Array(text.utf8), role: .yaml)
    }

    /// The images of all objects for one template of an image.
    private func images(of image: String, inputs: String, spec: String = "") -> [String] {
        let pod = """
            [{ apiVersion: v1, kind: Pod, metadata: { name: "<< inputs.tag >>" },
            spec: { containers: [{ image: \(image) }] } }]
            """
        let facts = facts(inputs: inputs, resources: pod, spec: spec)
        return facts.resourceSets.flatMap(\.renderings).flatMap(\.images).map(\.text)
    }

    @Test(arguments: [
        (
            #""app:<< inputs.tag >>""#, "[{ tag: 1.4.2 }, { tag: 2.0.0 }]",
            ["app:1.4.2", "app:2.0.0"]
        ),
        (#""app:<< inputs.tag >>""#, #"[{ tag: "1.10" }]"#, ["app:1.10"]),
        // An input that is a number is written as Go does.
        (#""app:<< inputs.tag >>""#, "[{ tag: 1.10 }]", ["app:1.1"]),
        (
            #""<< inputs.name >>:<< inputs.tags.web >>""#, "[{ name: a/b, tags: { web: v1 } }]",
            ["a/b:v1"]
        ),
        (#"'<< inputs.name | lower >>:v1'"#, "[{ name: App }]", ["app:v1"]),
        // A variable of Flux stays a variable, but only where nothing is computed from it.
        (#""app:<< inputs.tag >>""#, #"[{ tag: "${TAG}" }]"#, ["app:…@…"]),
        (#""app:<< inputs.tag | lower >>""#, #"[{ tag: "${TAG}" }]"#, ["app:…"]),
        // What is not there, what is computed and what is more than one value is not known.
        (#""app:<< inputs.other >>""#, "[{ tag: v1 }]", ["app:…"]),
        (#""app:<< inputs.id >>""#, "[{ tag: v1 }]", ["app:…"]),
        (#""app:<< toYaml inputs.tag >>""#, "[{ tag: v1 }]", ["app:…"]),
        ("app:v1", "[{ tag: v1 }, { tag: v1 }]", ["app:v1"]),
    ])
    func `inputs are filled in`(image: String, inputs: String, expected: [String]) {
        #expect(images(of: image, inputs: inputs) == expected)
    }

    @Test(arguments: [
        ("  inputsFrom: [{ kind: ResourceSetInputProvider, name: a }]", "Provider"),
        ("  inputStrategy: { name: Permute }", "strategy"),
    ])
    func `inputs of providers and combined ones are not known`(spec: String, reason: String) throws
    {
        let facts = facts(
            inputs: "[{ tag: v1 }]",
            resources: "[{ apiVersion: v1, kind: Pod, spec: { containers: [{ image: a:v1 }] } }]",
            spec: spec)
        let resourceSet = try #require(facts.resourceSets.first)
        guard case .unknown(let found) = resourceSet.rendering else {
            Issue.record("the objects count as known")
            return
        }
        #expect(found.contains(reason))
        #expect(facts.images.map(\.text) == ["a:v1"])
    }

    @Test func `spans lead to the template`() throws {
        let text = """
            apiVersion: fluxcd.controlplane.io/v1
            kind: ResourceSet
            spec:
              inputs: [{ tag: v1 }]
              resources:
                - apiVersion: v1
                  kind: Pod
                  metadata: { name: fixed }
                  spec:
                    containers:
                      - image: app:<< inputs.tag >>
                      - image: fixed:v2
            """
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        let images = facts.resourceSets.flatMap(\.renderings).flatMap(\.images)
        #expect(images.map(\.text) == ["app:v1", "fixed:v2"])
        #expect(images.map { text.slice($0.span) } == ["app:<< inputs.tag >>", "fixed:v2"])
        #expect(text.slice(images[1].tag.span) == "v2")
        #expect(facts.images.isEmpty)
        #expect(facts.isFilledIn(images[0].span))
        #expect(!facts.isFilledIn(images[1].span))
    }

    @Test func `equal objects are made once, disabled ones not at all`() {
        let facts = facts(
            inputs:
                "[{ name: a, state: enabled }, { name: a, state: enabled }, { name: b, state: disabled }]",
            resources: """
                [{ apiVersion: v1, kind: Pod, metadata: { name: "<< inputs.name >>", annotations:
                { fluxcd.controlplane.io/reconcile: "<< inputs.state >>" } },
                spec: { containers: [{ image: a:v1 }] } }]
                """)
        #expect(facts.resourceSets.flatMap(\.renderings).map(\.objects.count) == [1, 0, 0])
    }

    @Test func `steps have resources, too`() {
        let text = """
            apiVersion: fluxcd.controlplane.io/v1
            kind: ResourceSet
            spec:
              inputs: [{ tag: v1 }]
              steps:
                - name: first
                  resources:
                    - { apiVersion: v1, kind: Pod, spec: { containers: [{ image: "a:<< inputs.tag >>" }] } }
            """
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        #expect(
            facts.resourceSets.flatMap(\.renderings).flatMap(\.images).map(\.text) == ["a:v1"])
    }

    @Test func `a ResourceSet that makes too much is not known`() throws {
        let inputs = (0..<3000).map { "{ name: n\($0) }" }.joined(separator: ", ")
        let pods = (0..<10).map {
            """
            { apiVersion: v1, kind: Pod, metadata: { name: "<< inputs.name >>-\($0)" }, \
            spec: { containers: [{ image: a:v1 }] } }
            """
        }
        let facts = facts(inputs: "[\(inputs)]", resources: "[\(pods.joined(separator: ", "))]")
        let resourceSet = try #require(facts.resourceSets.first)
        #expect(resourceSet.renderings.isEmpty)
        #expect(facts.images.count == 10)
    }

    @Test func `aliases cannot make inputs grow`() throws {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        for level in 1..<8 {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            lines.append("a\(level): &a\(level) [\(list)]")
        }
        let facts = facts(
            inputs: "[{ \(lines.joined(separator: ", ")) }]",
            resources: "[{ apiVersion: v1, kind: Pod, spec: { containers: [{ image: a:v1 }] } }]")
        #expect(try #require(facts.resourceSets.first).renderings.isEmpty)
    }
}
