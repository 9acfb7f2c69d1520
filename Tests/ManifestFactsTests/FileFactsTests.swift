import ManifestFacts
import Testing
import YAMLSyntax

@Suite struct FileFactsTests {
    @Test(arguments: [
        ("a.yaml", FileRole.yaml), ("a/b.yml", .yaml), (".yaml", .yaml), ("a\u{0600}.yaml", .yaml),
        ("a/kustomization.yaml", .kustomization), ("Kustomization", .kustomization),
        ("kustomization.yml", .kustomization), ("a.json", .json), ("a.YAML", .unvisited),
        ("a.yaml.tpl", .unvisited), ("kustomization", nil), ("README.md", nil),
    ])
    func `names decide the role`(_ path: String, _ role: FileRole?) {
        #expect(FileRole(path: path) == role)
    }

    @Test func `files without a relevant word are not parsed`() {
        #expect(FileFacts(bytes: Array("a: [".utf8), role: .yaml).reading == .screenedOut)
    }

    @Test func `pointers of LFS are named`() {
        let text = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
        #expect(FileFacts(bytes: Array(text.utf8), role: .yaml).reading == .lfsPointer)
    }

    @Test func `broken files have the offset of the error`() {
        let facts = FileFacts(bytes: Array("image: a\nb: [\n".utf8), role: .yaml)
        guard case .notYAML(let error) = facts.reading else {
            Issue.record("not a broken file: \(facts.reading)")
            return
        }
        #expect(error.offset > 8)
    }

    @Test func `policies are read with their fields`() throws {
        let text = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: {name: p, namespace: ns}
            spec:
              imageRepositoryRef: {name: r, namespace: other}
              filterTags: {pattern: '^v(.*)$', extract: $1}
              policy: {numerical: {order: asc}}
            """
        let policy = try #require(FileFacts(bytes: Array(text.utf8), role: .yaml).policies.first)
        #expect(policy.object.identity.name == "p")
        #expect(policy.repositoryName?.text == "r")
        #expect(policy.repositoryNamespace?.text == "other")
        #expect(policy.filterPattern?.text == "^v(.*)$")
        #expect(policy.filterExtract?.text == "$1")
        #expect(policy.members == [.numerical])
        #expect(policy.numericalOrder?.text == "asc")
        #expect(text.slice(policy.filterPattern?.span) == "'^v(.*)$'")
    }

    @Test func `other Flux kinds are read`() throws {
        let text = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            spec: {image: ghcr.io/org/a, exclusionList: []}
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageUpdateAutomation
            spec:
              sourceRef: {kind: GitRepository, name: g}
              update: {path: ./clusters}
            ---
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            spec: {path: ./apps, targetNamespace: web, postBuild: {substitute: {a: b}}}
            """
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        let repository = try #require(facts.repositories.first)
        #expect(repository.image?.text == "ghcr.io/org/a")
        #expect(repository.exclusionList?.isEmpty == true)
        let automation = try #require(facts.automations.first)
        #expect(automation.sourceName?.text == "g")
        #expect(automation.updatePath?.text == "./clusters")
        let kustomization = try #require(facts.fluxKustomizations.first)
        #expect(kustomization.path?.text == "./apps")
        #expect(kustomization.targetNamespace?.text == "web")
        #expect(kustomization.substitutions.map { $0.key.text } == ["a"])
    }

    @Test func `kustomizations are read by their file name`() throws {
        let text = "resources: [../base]\nnamespace: web\nnamePrefix: x-\nimages: []\n"
        let facts = FileFacts(bytes: Array(text.utf8), role: .kustomization)
        let kustomization = try #require(facts.kustomization)
        #expect(kustomization.resources.map(\.text) == ["../base"])
        #expect(kustomization.namespace?.text == "web")
        #expect(kustomization.namePrefix?.text == "x-")
        #expect(FileFacts(bytes: Array(text.utf8), role: .yaml).kustomization == nil)
    }
}
