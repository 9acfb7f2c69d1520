import ManifestFacts
import RepositoryLinking
import Testing

/// Where `images` entries set the tag of a base's image, and where they do not.
@Suite struct ImageCoverageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: KeyValuePairs<String, String>
        let isPinned: Bool

        init(
            _ description: String, _ isPinned: Bool, _ files: KeyValuePairs<String, String>
        ) {
            testDescription = description
            self.files = files
            self.isPinned = isPinned
        }
    }

    @Test(arguments: cases)
    func `an image is overridden if every build overrides it`(_ example: Case) throws {
        let model = Repository(example.files).model
        let image = try #require(model.images.first { $0.fact.use == .container })
        #expect((model.deployedParts(of: image).version != .deployed) == example.isPinned)
    }

    private static let pod = "kind: Pod\nspec: {containers: [{image: app}]}\n"
    private static let pin = "images: [{name: app, newTag: '1'}]\n"

    private static let cases = [
        Case("nobody builds it", false, ["x/kustomization.yaml": pin, "y/pod.yaml": pod]),
        Case(
            "its own kustomization", true,
            ["kustomization.yaml": "resources: [pod.yaml]\n" + pin, "pod.yaml": pod]),
        Case(
            "another image", false,
            [
                "kustomization.yaml":
                    "resources: [pod.yaml]\nimages: [{name: other, newTag: '1'}]\n",
                "pod.yaml": pod,
            ]),
        Case(
            "a digest", true,
            [
                "kustomization.yaml": "resources: [pod.yaml]\nimages: [{name: app, digest: x}]\n",
                "pod.yaml": pod,
            ]),
        Case(
            "a new name alone", false,
            [
                "kustomization.yaml": "resources: [pod.yaml]\nimages: [{name: app, newName: b}]\n",
                "pod.yaml": pod,
            ]),
        Case(
            "the new name further out", true,
            [
                "base/kustomization.yaml":
                    "resources: [pod.yaml]\nimages: [{name: app, newName: b}]\n",
                "base/pod.yaml": pod,
                "top/kustomization.yaml":
                    "resources: [../base]\nimages: [{name: b, newTag: '1'}]\n",
            ]),
        Case(
            "both overlays", true,
            [
                "base/kustomization.yaml": "resources: [pod.yaml]\n", "base/pod.yaml": pod,
                "a/kustomization.yaml": "resources: [../base]\n" + pin,
                "b/kustomization.yaml": "resources: [../base]\n" + pin,
            ]),
        Case(
            "one overlay of two", false,
            [
                "base/kustomization.yaml": "resources: [pod.yaml]\n", "base/pod.yaml": pod,
                "a/kustomization.yaml": "resources: [../base]\n" + pin,
                "b/kustomization.yaml": "resources: [../base]\nnamespace: b\n",
            ]),
        Case(
            "the base is also built for itself", false,
            [
                "base/kustomization.yaml": "resources: [pod.yaml]\n", "base/pod.yaml": pod,
                "a/kustomization.yaml": "resources: [../base]\n" + pin,
                "k.yaml": flux("k", path: "./base"),
            ]),
        Case(
            "a component", true,
            [
                "c/kustomization.yaml": "kind: Component\n" + pin,
                "a/kustomization.yaml": "resources: [pod.yaml]\ncomponents: [../c]\n",
                "a/pod.yaml": pod,
            ]),
        Case(
            "a Flux Kustomization", true,
            [
                "app/pod.yaml": pod,
                "k.yaml": flux("k", path: "./app", "images: [{name: app, newTag: '1'}]"),
            ]),
        Case(
            "one Flux Kustomization of two", false,
            [
                "app/pod.yaml": pod,
                "k.yaml": flux("k", path: "./app", "images: [{name: app, newTag: '1'}]") + "---\n"
                    + flux("l", path: "./app"),
            ]),
        Case(
            "a transformer that is not followed", true,
            [
                "kustomization.yaml":
                    "resources: [pod.yaml]\ntransformers: [t.yaml]\nimages: [{name: app}]\n",
                "pod.yaml": pod,
            ]),
    ]
}
