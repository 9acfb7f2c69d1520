import ManifestFacts
import Testing
import YAMLSyntax

/// Where a file names images, and where it only seems to.
@Suite struct ImageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let images: [String]
        let role: FileRole

        init(
            _ reason: String, _ text: String, _ images: [String], role: FileRole = .yaml
        ) {
            testDescription = reason
            self.text = text
            self.images = images
            self.role = role
        }
    }

    @Test(arguments: pods + customResources + overrides + helmValues + silent)
    func `images are found by the structure of a file`(_ example: Case) {
        let facts = FileFacts(bytes: Array(example.text.utf8), role: example.role)
        #expect(facts.reading == .parsed)
        #expect(facts.images.map { "\($0.use) \($0.text)" } == example.images)
    }

    private static let pods = [
        Case(
            "all three lists of containers",
            """
            kind: Pod
            spec:
              initContainers: [{image: a:1}]
              containers:
                - {name: b, image: "b:1"}
                - {name: none}
              ephemeralContainers: [{image: 'c:1'}]
            """, ["container a:1", "container b:1", "container c:1"]),
        Case(
            "an image volume",
            """
            kind: Pod
            spec:
              containers: [{image: a:1}]
              volumes: [{name: m, image: {reference: quay.io/org/model:2, pullPolicy: Always}}]
            """, ["container a:1", "volume quay.io/org/model:2"]),
        Case(
            "a CronJob, where pods are deepest",
            """
            kind: CronJob
            spec: {jobTemplate: {spec: {template: {spec: {containers: [{image: a:1}]}}}}}
            """, ["container a:1"]),
        Case(
            "the items of a List",
            """
            kind: List
            items:
              - kind: Pod
                spec: {containers: [{image: a:1}]}
              - kind: Pod
                spec: {containers: [{image: b:1}]}
            """, ["container a:1", "container b:1"]),
        Case(
            "every document",
            "kind: Pod\nspec: {containers: [{image: a:1}]}\n---\n---\n"
                + "kind: Pod\nspec: {containers: [{image: b:1}]}\n",
            ["container a:1", "container b:1"]),
        Case(
            "an alias, and a key that a merge brings in",
            """
            kind: Pod
            x: &defaults {image: &image a:1, tty: true}
            spec:
              containers:
                - <<: *defaults
                - image: *image
            """, ["container a:1", "container a:1"]),
        Case(
            "JSON", #"{"kind": "Pod", "spec": {"containers": [{"image": "a:1"}]}}"#,
            ["container a:1"], role: .json),
        Case(
            "a file of values, which declares no object",
            "web: {initContainers: [{image: a:1}]}\n", ["container a:1"]),
    ]

    private static let customResources = [
        Case(
            "an Argo Rollout",
            """
            apiVersion: argoproj.io/v1alpha1
            kind: Rollout
            spec: {template: {spec: {containers: [{image: a:1}]}}}
            """, ["container a:1"]),
        Case(
            "a Knative Service",
            """
            apiVersion: serving.knative.dev/v1
            kind: Service
            spec: {template: {spec: {containers: [{image: a:1}]}}}
            """, ["container a:1"]),
        Case(
            "steps, sidecars and the template of a Tekton task",
            """
            apiVersion: tekton.dev/v1
            kind: Task
            spec:
              stepTemplate: {image: t:1}
              steps: [{image: a:1}, {ref: {name: b}}]
              sidecars: [{image: c:1}]
            """, ["container t:1", "container a:1", "container c:1"]),
        Case(
            "a task inside of a Tekton pipeline",
            """
            apiVersion: tekton.dev/v1
            kind: Pipeline
            spec: {tasks: [{taskSpec: {steps: [{image: a:1}]}}]}
            """, ["container a:1"]),
        Case(
            "a Tekton pipeline inside of a trigger's template",
            """
            apiVersion: triggers.tekton.dev/v1beta1
            kind: TriggerTemplate
            spec: {resourcetemplates: [{spec: {taskSpec: {steps: [{image: a:1}]}}}]}
            """, ["container a:1"]),
        Case(
            "the containers, scripts and sidecars of an Argo Workflow",
            """
            apiVersion: argoproj.io/v1alpha1
            kind: WorkflowTemplate
            spec:
              templates:
                - container: {image: a:1}
                  sidecars: [{image: b:1}]
                - script: {image: c:1, source: exit}
                - steps: [[{name: x, template: y}]]
            """, ["container a:1", "container b:1", "container c:1"]),
        Case(
            "steps of anything else are no containers",
            """
            apiVersion: example.org/v1
            kind: Course
            spec: {steps: [{image: a:1}], sidecars: [{image: b:1}]}
            """, []),
    ]

    private static let overrides = [
        Case(
            "the entries of a kustomization",
            """
            apiVersion: kustomize.config.k8s.io/v1beta1
            kind: Kustomization
            images:
              - {name: a, newTag: "1"}
              - {name: b, newName: ghcr.io/org/b, newTag: "2"}
              - {name: c, digest: sha256:00}
              - {name: d}
            """, ["override a:1", "override ghcr.io/org/b:2", "override c@sha256:00"]),
        Case(
            "a kustomization without a kind",
            "images: [{name: a, newTag: '1'}]\n", ["override a:1"], role: .kustomization),
        Case(
            "a Component", "kind: Component\nimages: [{name: a, newTag: '1'}]\n",
            ["override a:1"], role: .kustomization),
        Case(
            "a Flux Kustomization",
            """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            spec: {images: [{name: a, newTag: "1"}]}
            """, ["override a:1"]),
        Case(
            "the post-renderers of a HelmRelease",
            """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            spec:
              values: {image: {tag: "1"}}
              postRenderers:
                - kustomize: {images: [{name: b, newTag: "2"}]}
                - kustomize: {patches: []}
            """, ["helmValue …:1", "override b:2"]),
    ]

    /// The inside of `spec.values`.
    private static func values(
        _ reason: String, _ text: String, _ images: [String], use: String = "helmValue"
    ) -> Case {
        let lines = text.split(separator: "\n").map { "    \($0)\n" }
        let head = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values:\n"
        return Case(reason, head + lines.joined(), images.map { "\(use) \($0)" })
    }

    private static let helmValues = [
        values("name and tag apart", "image: {repository: org/a, tag: v1}", ["org/a:v1"]),
        values(
            "the registry apart as well",
            "image: {registry: ghcr.io, repository: org/a, tag: v1}", ["ghcr.io/org/a:v1"]),
        values(
            "a digest beside the tag",
            "image: {repository: a, tag: v1, digest: sha256:00}", ["a:v1@sha256:00"]),
        values(
            "a tag that goes on with a digest", "image: {repository: a, tag: v1@sha256:00}",
            ["a:v1@sha256:00"]),
        values("a tag alone", "image: {tag: v1}", ["…:v1"]),
        values("a tag alone under a longer key", "sidecarImage: {tag: v1}", ["…:v1"]),
        values("a whole reference", "image: org/a:v1", ["org/a:v1"]),
        values("name and tag side by side", "image: org/a\ntag: v1", ["org/a:v1"]),
        values("a nested chart", "web: {server: {image: {repository: a, tag: v1}}}", ["a:v1"]),
        values(
            "containers, which a chart passes on", "initContainers: [{name: x, image: a}]", ["a"],
            use: "container"),
        values(
            "items that leave the tag to the chart",
            "initContainers: [{image: {repository: a}, tag: v1}]", ["a"]),
        values("a name alone leaves the tag to the chart", "image: {repository: org/a}", ["org/a"]),
        values("an empty tag says nothing", "image: {repository: org/a, tag: ''}", ["org/a"]),
        values(
            "a Git repository is no image",
            "dags: {repository: 'https://github.com/org/dags.git', tag: v1}", []),
        values("a tag of something else", "release: {tag: v1, note: no image}", []),
        values("other text under image", "image: a photo of a cat", []),
    ]

    private static let silent = [
        Case(
            "text of a ConfigMap",
            "kind: ConfigMap\ndata: {pod: 'containers: [{image: a:1}]', image: 'b:1'}\n", []),
        Case(
            "lists in a ConfigMap or Secret are none of a pod",
            "kind: Secret\nstringData: {containers: [{image: a:1}]}\n", []),
        Case(
            "a policy of Kyverno holds patterns",
            """
            apiVersion: kyverno.io/v1
            kind: ClusterPolicy
            spec: {rules: [{validate: {pattern: {spec: {containers: [{image: "!*:latest"}]}}}}]}
            """, []),
        Case(
            "a CustomResourceDefinition describes what could hold an image",
            """
            kind: CustomResourceDefinition
            spec:
              versions: [{schema: {openAPIV3Schema: {default: {containers: [{image: a:1}]}}}}]
            """, []),
        Case(
            "a file that is no object",
            "services: {web: {image: a:1}}\n", []),
        Case(
            "an image that is no text",
            "kind: Pod\nspec: {containers: [{image: {a: 1}}, {image: }]}\n", []),
        Case("an empty image", "kind: Pod\nspec: {containers: [{image: ''}]}\n", []),
    ]

    @Test func `parts of an image have their locations`() throws {
        let text = "kind: Pod\nspec: {containers: [{image: \"ghcr.io/org/a:1@sha256:00\"}]}\n"
        let image = try #require(FileFacts(bytes: Array(text.utf8), role: .yaml).images.first)
        #expect(text.slice(image.repository.span) == "ghcr.io/org/a")
        #expect(text.slice(image.tag.span) == "1")
        #expect(text.slice(image.digest.span) == "sha256:00")
        #expect(text.slice(image.span) == "\"ghcr.io/org/a:1@sha256:00\"")
        #expect(image.object?.kind == "Pod")
    }

    @Test func `parts behind an alias are located at the anchor`() throws {
        let text = "kind: Pod\nx: &a 'a:1'\nspec: {containers: [{image: *a}]}\n"
        let image = try #require(FileFacts(bytes: Array(text.utf8), role: .yaml).images.first)
        #expect(text.slice(image.tag.span) == "1")
        #expect(text.slice(image.span) == "'a:1'")
    }

    @Test func `templates make parts unknown`() throws {
        let text = "kind: Pod\nspec: {containers: [{image: '${REGISTRY}/a:${TAG}'}]}\n"
        let image = try #require(FileFacts(bytes: Array(text.utf8), role: .yaml).images.first)
        #expect(image.repository.isUnknown)
        #expect(image.tag.isUnknown)
        #expect(image.problems.isEmpty)
    }

    @Test(arguments: [
        ("tag: 1.10", PlainScalarType.float), ("tag: 1611906956", .integer),
        ("tag: 553640e6", .float),
        ("tag: '1.10'", nil), ("tag: !!str 1.10", nil), ("tag: 1.2.3", .string),
    ])
    func `types of tags are those of YAML`(_ tag: String, _ type: PlainScalarType?) throws {
        let example = Self.values("", "image:\n  repository: a\n  \(tag)\n", [])
        let facts = FileFacts(bytes: Array(example.text.utf8), role: .yaml)
        #expect(try #require(facts.images.first).plainTagType == type)
    }
}
