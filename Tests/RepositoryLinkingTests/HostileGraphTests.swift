import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import Testing

/// Repositories in which following all paths takes forever.
@Suite struct HostileGraphTests {
    private static func model(_ files: [(path: String, text: String)]) -> RepositoryModel {
        RepositoryModel(
            files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
                .map { path, text in
                    let role = FileRole(path: path) ?? .unvisited
                    return ManifestFile(
                        path: path, facts: FileFacts(bytes: Array(text.utf8), role: role))
                })
    }

    private static func names(in model: RepositoryModel) -> Set<String> {
        Set(model.objects.policies.map(\.identity.text))
    }

    /// Each level includes the next one twice, by two directories: 2^40 paths.
    private static func diamonds(prefixed: Bool) -> [(path: String, text: String)] {
        var files = [
            ("d40/kustomization.yaml", "resources: [p.yaml]\n"), ("d40/p.yaml", policy("a")),
        ]
        for level in 0..<40 {
            files.append(
                ("d\(level)/kustomization.yaml", "resources: [../l\(level), ../r\(level)]\n"))
            for side in ["l", "r"] {
                let prefix = prefixed ? "namePrefix: \(side)\n" : ""
                files.append(
                    (
                        "\(side)\(level)/kustomization.yaml",
                        "\(prefix)resources: [../d\(level + 1)]\n"
                    ))
            }
        }
        return files
    }

    @Test func `equal paths are built once`() {
        #expect(Self.names(in: Self.model(Self.diamonds(prefixed: false))) == ["-/a"])
    }

    @Test func `objects that are built in too many ways become unknown`() {
        let names = Self.names(in: Self.model(Self.diamonds(prefixed: true)))
        #expect(names.count <= 66)
        #expect(names.contains("?${}/?${}"))
    }

    @Test func `long chains of directories are followed up to a limit`() {
        let files = (0..<3000).flatMap { level in
            [
                (
                    "k\(level)/kustomization.yaml",
                    "resources: [../k\(level + 1), p.yaml]\nnamespace: n\n"
                ), ("k\(level)/p.yaml", policy("p\(level)")),
            ]
        }
        let names = Self.names(in: Self.model(files))
        #expect(names.contains("n/p0"))
        #expect(names.contains("n/p100"))
        #expect(names.contains { $0.hasPrefix("?") } && !names.contains("-/p2999"))
    }

    @Test func `deep directories are built`() {
        let path = (0..<2000).map { _ in "d" }.joined(separator: "/")
        let model = Self.model([
            ("k.yaml", flux("k", path: "./d", "targetNamespace: n")),
            ("\(path)/p.yaml", policy("a")),
        ])
        #expect(model.objects.policies.count == 1)
    }

    /// Flux Kustomizations that patch themselves to build more and more.
    @Test func `a Flux Kustomization that patches itself ends`() {
        let patch = """
            patches:
              - target: {kind: Kustomization}
                patch: |
                  - {op: add, path: /spec/patches/-, value: {patch: "{}"}}
              - target: {kind: Kustomization}
                patch: |
                  - {op: replace, path: /metadata/name, value: x}
            """
        let model = Self.model([
            ("k/sync.yaml", flux("sync", path: "./k", patch)), ("k/p.yaml", policy("a", in: "n")),
        ])
        #expect(!model.objects.policies.isEmpty)
    }

    @Test func `many overlays with equal results are few objects`() {
        var files = [
            ("base/kustomization.yaml", "resources: [p.yaml]\n"), ("base/p.yaml", policy("a")),
        ]
        for number in 0..<2000 {
            files.append(
                (
                    "o\(number)/kustomization.yaml",
                    "resources: [../base]\nnamespace: n\(number % 3)\n"
                ))
        }
        #expect(Self.names(in: Self.model(files)) == ["n0/a", "n1/a", "n2/a"])
    }
}
