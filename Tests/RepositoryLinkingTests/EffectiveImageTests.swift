import ManifestFacts
import RepositoryLinking
import Testing

/// Images as patches and `images` entries leave them in each root.
@Suite struct EffectiveImageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The lines of the overlay below its resources.
        let overlay: String
        /// The images that the overlay's root runs, in their order.
        let images: [String]

        init(_ description: String, _ overlay: String, _ images: [String]) {
            testDescription = description
            self.overlay = overlay
            self.images = images
        }
    }

    @Test(arguments: merges + operations + targets + entries + unknowns)
    func `images are those that a root runs`(_ example: Case) {
        #expect(Self.images(Self.files(example.overlay)) == example.images)
    }

    private static let base = """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, labels: {tier: web}}
        spec:
          template:
            spec:
              initContainers: [{name: init, image: "init:1"}]
              containers:
                - {name: web, image: "web:1"}
                - {name: side, image: "side:1@sha256:abc"}
        """

    private static func files(_ overlay: String) -> [String: String] {
        [
            "base/kustomization.yaml": "resources: [web.yaml]\nnamePrefix: b-\n",
            "base/web.yaml": base,
            "top/kustomization.yaml": "resources: [../base]\n" + overlay,
            "top/merge.yaml": """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec: {template: {spec: {containers: [{name: web, image: "web:2"}]}}}
            """,
            "top/operations.yaml":
                "- {op: replace, path: /spec/template/spec/containers/0/image, value: 'web:3'}\n",
        ]
    }

    /// The images that the root `top` runs, sorted as the built object lists them.
    private static func images(_ files: [String: String]) -> [String] {
        RepositoryModel(files).deployedImages
            .filter { $0.roots.contains { $0.directory == "top" } }
            .compactMap { image in
                switch image.outcome {
                case .runs(let final): final.text
                case .removed: nil
                case .unknown: "unknown"
                }
            }
    }

    private static func merge(_ spec: String) -> String {
        """
        patches:
          - patch: |
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: web}
              spec: {template: {spec: {\(spec)}}}

        """
    }

    private static let merges = [
        Case("nothing", "namespace: n\n", ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "by name, first in the list", merge("containers: [{name: side, image: 'side:2'}]"),
            ["init:1", "side:2", "web:1"]),
        Case(
            "a container without image", merge("containers: [{name: web, image2: x}]"),
            ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "a new container", merge("containers: [{name: new, image: 'new:1'}]"),
            ["init:1", "new:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "a container goes", merge("containers: [{name: web, $patch: delete}]"),
            ["init:1", "side:1@sha256:abc"]),
        Case(
            "an image goes", merge("containers: [{name: web, image: null}]"),
            ["init:1", "side:1@sha256:abc"]),
        Case(
            "all go", merge("containers: null"), ["init:1"]),
        Case(
            "a list is replaced",
            merge("containers: [{$patch: replace}, {name: web, image: 'web:9'}]"),
            ["init:1", "web:9"]),
        Case(
            "an item is replaced, which kustomize does not",
            merge("containers: [{$patch: replace, name: web}]"),
            ["unknown", "unknown", "unknown"]),
        Case(
            "an object goes",
            """
            patches:
              - patch: |
                  $patch: delete
                  apiVersion: apps/v1
                  kind: Deployment
                  metadata: {name: web}
            """, []),
        Case(
            "by file", "patches: [{path: merge.yaml}]\n",
            ["init:1", "web:2", "side:1@sha256:abc"]),
        Case(
            "the old key", "patchesStrategicMerge: [merge.yaml]\n",
            ["init:1", "web:2", "side:1@sha256:abc"]),
        Case(
            "paths in `patches`", "patches: [merge.yaml]\n",
            ["init:1", "web:2", "side:1@sha256:abc"]),
        Case(
            "the latter wins",
            "patches: [{path: merge.yaml}]\npatchesStrategicMerge:\n  - |\n"
                + merge("containers: [{name: web, image: 'web:8'}]").split(separator: "\n")
                .dropFirst(2).map { "  \($0)\n" }.joined(),
            ["init:1", "web:2", "side:1@sha256:abc"]),
    ]

    private static func operation(_ lines: String, target: String = "kind: Deployment") -> String {
        "patches:\n  - target: {\(target)}\n    patch: |\n"
            + lines.split(separator: "\n").map { "      \($0)\n" }.joined()
    }

    private static let replacement =
        "- {op: replace, path: /spec/template/spec/containers/0/image, value: 'web:3'}"

    private static let operations = [
        Case(
            "replace", operation(replacement), ["init:1", "web:3", "side:1@sha256:abc"]),
        Case(
            "add a container",
            operation(
                "- {op: add, path: /spec/template/spec/containers/-, value: {name: n, image: n}}"),
            ["init:1", "web:1", "side:1@sha256:abc", "n"]),
        Case(
            "remove a container",
            operation("- {op: remove, path: /spec/template/spec/containers/0}"),
            ["init:1", "side:1@sha256:abc"]),
        Case(
            "an index that is not there",
            operation("- {op: remove, path: /spec/template/spec/containers/7}"),
            ["unknown", "unknown", "unknown"]),
        Case(
            "by file", "patches: [{path: operations.yaml, target: {name: b-web}}]\n",
            ["init:1", "web:3", "side:1@sha256:abc"]),
        Case(
            "indices after a merge",
            merge("containers: [{name: side, image: 'side:2'}]")
                + operation(replacement).dropFirst("patches:\n".count),
            ["init:1", "web:3", "web:1"]),
    ]

    private static let targets = [
        Case(
            "by the name as written", operation(replacement, target: "name: web"),
            ["init:1", "web:3", "side:1@sha256:abc"]),
        Case(
            "by an expression", operation(replacement, target: "name: 'b-.*'"),
            ["init:1", "web:3", "side:1@sha256:abc"]),
        Case(
            "by a part of the name", operation(replacement, target: "name: '[we]+'"),
            ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "by labels", operation(replacement, target: "labelSelector: tier=web"),
            ["init:1", "web:3", "side:1@sha256:abc"]),
        Case(
            "by other labels", operation(replacement, target: "labelSelector: tier=db"),
            ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "another kind", operation(replacement, target: "kind: StatefulSet"),
            ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "by what cannot be read", operation(replacement, target: "labelSelector: 'a b'"),
            ["unknown", "unknown", "unknown"]),
    ]

    private static let entries = [
        Case(
            "a tag", "images: [{name: web, newTag: '2'}]\n",
            ["init:1", "web:2", "side:1@sha256:abc"]),
        Case(
            "a tag in the place of a digest", "images: [{name: side, newTag: '2'}]\n",
            ["init:1", "web:1", "side:2"]),
        Case(
            "a digest in the place of a tag", "images: [{name: web, digest: 'sha256:abc'}]\n",
            ["init:1", "web@sha256:abc", "side:1@sha256:abc"]),
        Case(
            "a name, and the next entry by that name",
            "images: [{name: web, newName: x}, {name: x, newTag: '7'}]\n",
            ["init:1", "x:7", "side:1@sha256:abc"]),
        Case(
            "after patches",
            merge("containers: [{name: web, image: 'init:5'}]")
                + "images: [{name: init, newTag: '7'}]\n",
            ["init:7", "init:7", "side:1@sha256:abc"]),
        Case(
            "an expression", "images: [{name: 'w[e]b', newTag: '7'}]\n",
            ["init:1", "web:7", "side:1@sha256:abc"]),
        Case(
            "a suffix", "images: [{name: web, tagSuffix: -x}]\n",
            ["init:1", "web:…@…", "side:1@sha256:abc"]),
    ]

    private static let unknowns = [
        Case("transformers", "transformers: [t.yaml]\n", ["unknown", "unknown", "unknown"]),
        Case(
            "replacements of an image",
            """
            replacements:
              - source: {kind: ConfigMap}
                targets:
                  - select: {kind: Deployment}
                    fieldPaths: ['spec.template.spec.containers.[name=web].image']
            """, ["unknown", "unknown", "unknown"]),
        Case(
            "replacements of something else",
            """
            replacements:
              - source: {kind: ConfigMap}
                targets: [{select: {kind: Deployment}, fieldPaths: [spec.replicas]}]
            """, ["init:1", "web:1", "side:1@sha256:abc"]),
        Case(
            "a list whose items have no names", merge("containers: [{image: x}]"),
            ["unknown", "unknown", "unknown"]),
    ]

    // MARK: Kinds without a schema

    /// A patch in which no word says that it is about images.
    private static let rolloutWithoutImages = """
        apiVersion: argoproj.io/v1alpha1
        kind: Rollout
        metadata: {name: web}
        spec: {template: {spec: {containers: [{name: web, env: []}]}}}
        """

    @Test func `lists of other kinds are replaced`() {
        let rollout = Self.base.replacing("apps/v1", "argoproj.io/v1alpha1")
            .replacing("Deployment", "Rollout")
        let patch = Self.merge("containers: [{name: side, image: 'side:2'}]")
            .replacing("apps/v1", "argoproj.io/v1alpha1").replacing("Deployment", "Rollout")
        var files = Self.files(patch)
        files["base/web.yaml"] = rollout
        #expect(Self.images(files) == ["init:1", "side:2"])
        files["top/kustomization.yaml"] = "resources: [../base]\npatches: [{path: p.yaml}]\n"
        files["top/p.yaml"] = Self.rolloutWithoutImages
        #expect(Self.images(files) == ["init:1"])
        files = Self.files(patch)
        files["base/web.yaml"] = rollout
        files["top/kustomization.yaml"]? += "openapi: {path: schema.json}\n"
        #expect(Self.images(files) == ["unknown", "unknown", "unknown"])
    }

    @Test func `values of a HelmRelease are merged`() {
        let release = """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata: {name: r}
            spec: {values: {image: {repository: web, tag: '1'}, side: {image: "s:1"}}}
            """
        let files = [
            "base/kustomization.yaml": "resources: [r.yaml]\n", "base/r.yaml": release,
            "top/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
            "top/p.yaml": """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata: {name: r}
            spec: {values: {image: {tag: latest, digest: 'sha256:abc'}}}
            """,
        ]
        #expect(Self.images(files) == ["web:latest@sha256:abc", "s:1"])
    }

    // MARK: Components

    /// Both directories include the component, which is built once and leads back to both.
    @Test func `components lead back to the directory that an image came from`() {
        let model = RepositoryModel([
            "a/kustomization.yaml": "resources: [web.yaml]\ncomponents: [../c]\n",
            "a/web.yaml": Self.base,
            "b/kustomization.yaml": "resources: [db.yaml]\ncomponents: [../c]\n",
            "b/db.yaml": "kind: Pod\nmetadata: {name: db}\nspec: {containers: [{image: 'db:1'}]}\n",
            "c/kustomization.yaml": "kind: Component\nimages: [{name: web, newTag: '2'}]\n",
        ])
        let images = model.deployedImages.compactMap { image -> String? in
            guard case .runs(let final) = image.outcome else { return nil }
            return "\(final.text) \(image.roots.map(\.directory))"
        }
        #expect(
            images == [
                #"init:1 ["a"]"#, #"web:2 ["a"]"#, #"side:1@sha256:abc ["a"]"#, #"db:1 ["b"]"#,
            ])
    }

    // MARK: Flux

    @Test func `changes of a Flux Kustomization come last`() {
        let files = [
            "app/kustomization.yaml": "resources: [web.yaml]\nimages: [{name: web, newTag: '2'}]\n",
            "app/web.yaml": Self.base,
            "k.yaml": flux(
                "k", path: "./app",
                """
                images: [{name: web, newName: other}, {name: init, newTag: '${TAG}'}]
                postBuild: {substitute: {TAG: '6'}}
                patches:
                  - target: {kind: Deployment}
                    patch: |
                      - {op: replace, path: /spec/template/spec/containers/1/image, value: 's:2'}
                """),
        ]
        let images = RepositoryModel(files).deployedImages.compactMap { image -> String? in
            if case .runs(let final) = image.outcome { final.text } else { nil }
        }
        // Its entry replaces the one with the same name.
        #expect(images == ["init:6", "other:1", "s:2"])
    }

    @Test func `each Flux Kustomization of a directory patches it separately`() {
        func kustomization(_ tag: String) -> String {
            flux(
                "k\(tag)", path: "./app",
                """
                patches:
                  - target: {kind: Deployment}
                    patch: |
                      - {op: replace, path: /spec/template/spec/containers/0/image, value: 'w:\(tag)'}
                """)
        }
        let model = RepositoryModel([
            "app/web.yaml": Self.base, "a.yaml": kustomization("1"), "b.yaml": kustomization("2"),
        ])
        let images = model.deployedImages.compactMap { image -> String? in
            guard case .runs(let final) = image.outcome, final.name == "w" else { return nil }
            return "\(final.text) \(image.roots.compactMap(\.builder?.path))"
        }
        #expect(images == [#"w:1 ["a.yaml"]"#, #"w:2 ["b.yaml"]"#])
    }

    // MARK: Images that rules look at

    /// The images that rules look at, by their files.
    private static func judged(_ files: [String: String]) -> [String] {
        RepositoryModel(files).judgedImages
            .filter { $0.deployedParts.version == .deployed && $0.fact.repository.text == "web" }
            .map { "\($0.path) \($0.fact.text)" }
    }

    @Test func `a patch in a file of its own is reported there once`() {
        let files = Self.files("patches: [{path: merge.yaml}]\n")
        #expect(Self.judged(files) == ["top/merge.yaml web:2"])
    }

    @Test func `a patch inside a kustomization is reported there`() {
        var files = Self.files(Self.merge("containers: [{name: web, image: 'web:latest'}]"))
        files["top/merge.yaml"] = nil
        #expect(Self.judged(files) == ["top/kustomization.yaml web:latest"])
    }

    @Test func `a base is reported if one root takes it unchanged`() {
        var files = Self.files("patches: [{path: merge.yaml}]\n")
        files["other/kustomization.yaml"] = "resources: [../base]\n"
        #expect(Self.judged(files) == ["base/web.yaml web:1", "top/merge.yaml web:2"])
    }

    @Test func `a patch of unknown objects is reported as it is written`() {
        var files = Self.files("patches: [{path: merge.yaml}]\n")
        files["top/kustomization.yaml"] =
            "resources: ['https://example.com/r.git']\npatches: [{path: merge.yaml}]\n"
        #expect(Self.judged(files) == ["base/web.yaml web:1", "top/merge.yaml web:2"])
    }

    @Test func `a patch that an entry replaces is not reported`() {
        let files = Self.files(
            "patches: [{path: merge.yaml}]\nimages: [{name: web, newTag: '3'}]\n")
        #expect(Self.judged(files) == [])
    }

    @Test func `an entry that an outer one replaces is not reported`() {
        var files = Self.files("images: [{name: web, newTag: '3'}]\n")
        files["base/kustomization.yaml"] =
            "resources: [web.yaml]\nimages: [{name: web, newTag: latest}]\n"
        func entries() -> [Bool] {
            RepositoryModel(files).judgedImages.filter { $0.fact.use == .override }
                .map { $0.deployedParts.version == .deployed }
        }
        #expect(entries() == [false, true])
        files["other/kustomization.yaml"] = "resources: [../base]\n"
        #expect(entries() == [true, true])
    }

    @Test func `unknown images have a reason`() {
        let model = RepositoryModel(Self.files("transformers: [t.yaml]\n"))
        #expect(
            model.judgedImages.first?.deployedParts.version
                == .unknown("the transformer `t.yaml` is not followed"))
    }

    // MARK: Limits

    @Test func `an image that is built in too many ways is unknown`() {
        var files = Self.files("")
        for number in 0..<1200 {
            files["o\(number)/kustomization.yaml"] = """
                resources: [../base]
                patches:
                  - target: {kind: Deployment}
                    patch: |
                      - {op: remove, path: /spec/template/spec/containers/0}
                """
        }
        let model = RepositoryModel(files)
        #expect(
            model.deployedImages.first?.outcome
                == .unknown("it is built in more than 1024 different ways"))
    }

    @Test func `images behind aliases that grow are unknown`() {
        let bomb = (1...12).map {
            "x\($0): &x\($0) [\(String(repeating: "*x\($0 - 1),", count: 9))]"
        }
        var files = Self.files(Self.merge("containers: [{name: web, image: 'web:2'}]"))
        files["base/web.yaml"] = Self.base + "\nx0: &x0 [a]\n" + bomb.joined(separator: "\n")
        #expect(Self.images(files) == ["unknown", "unknown", "unknown"])
    }
}

extension String {
    fileprivate func replacing(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
