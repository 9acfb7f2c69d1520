import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Findings in the result of an update, before it is written.
@Suite struct RewritingCheckTests {
    private static let policy = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system }
        spec:
          imageRepositoryRef: { name: web }
          policy: { semver: { range: '>=1.0.0' } }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web, namespace: flux-system }
        spec: { image: ghcr.io/org/web, interval: 1m }
        """

    private static func pod(_ image: String, extra: String = "") -> String {
        """
        apiVersion: v1
        kind: Pod
        metadata: { name: web }
        spec:
          containers:
            - image: \(image) # {"$imagepolicy": "flux-system:web"}\(extra)
        """
    }

    private static let files = [
        "policy.yaml": policy,
        "web.yaml": pod("ghcr.io/org/web:1.0.0"),
        "broken.yaml": pod("ghcr.io/org/web:1.0.0", extra: "\n    - image: ghcr.io/org/x:latest"),
        "kustomization.yaml": "resources: [web.yaml, broken.yaml]\n",
    ]

    /// The paths and rules of the new errors after files are rewritten.
    private static func newErrors(
        _ contents: [String: String], in files: [String: String] = files
    ) async throws -> [String] {
        let check = RepositoryCheck(rules: allRules, workerCount: 2)
        let marked = try await check.markedFiles(
            in: Snapshot(files: files.mapValues { Array($0.utf8) }))
        let errors = try await check.newErrors(
            in: marked, rewritingTo: contents.mapValues { Array($0.utf8) })
        return errors.map { "\($0.finding.location.path) \($0.finding.rule)" }
    }

    @Test func `a good value brings no error`() async throws {
        #expect(try await Self.newErrors(["web.yaml": Self.pod("ghcr.io/org/web:1.1.0")]) == [])
    }

    @Test func `a bad value brings an error`() async throws {
        let errors = try await Self.newErrors(["web.yaml": Self.pod("ghcr.io/org/web:latest")])
        #expect(errors == ["web.yaml image-latest-tag"])
    }

    @Test func `an error that existed before is not new`() async throws {
        let old = try #require(Self.files["broken.yaml"])
        let new = old.replacing("web:1.0.0", with: "web:1.1.0")
        #expect(try await Self.newErrors(["broken.yaml": new]) == [])
        let worse = old.replacing("web:1.0.0", with: "web:latest")
        #expect(
            try await Self.newErrors(["broken.yaml": worse]) == ["broken.yaml image-latest-tag"])
    }

    /// A kustomization concerns the objects of other files, so the whole tree is checked.
    @Test func `a rewritten kustomization is checked with its resources`() async throws {
        let old = "images:\n  - name: ghcr.io/org/web\n    newTag: 1.0.0"
        let marker = " # {\"$imagepolicy\": \"flux-system:web:tag\"}\nresources: [web.yaml]\n"
        let files = Self.files.merging(["kustomization.yaml": old + marker]) { $1 }
        let good = old.replacing("1.0.0", with: "1.1.0") + marker
        #expect(try await Self.newErrors(["kustomization.yaml": good], in: files) == [])
        let bad = old.replacing("1.0.0", with: "latest") + marker
        let errors = try await Self.newErrors(["kustomization.yaml": bad], in: files)
        #expect(errors == ["kustomization.yaml image-latest-tag"])
    }

    @Test func `a rewritten configuration applies`() async throws {
        let configuration =
            "version: 1\nrules: { image-latest-tag: off } # "
            + "{\"$imagepolicy\": \"flux-system:web\"}\n"
        let errors = try await Self.newErrors(
            [
                ".sluice.yaml": configuration, "web.yaml": Self.pod("ghcr.io/org/web:latest"),
            ], in: Self.files.merging([".sluice.yaml": "version: 1\n"]) { $1 })
        #expect(!errors.contains("web.yaml image-latest-tag"))
    }

    // MARK: Commits

    /// The second commit's reader has only the files that differ from the first commit.
    @Test func `files that a commit does not change are not read again`() async throws {
        let check = RepositoryCheck(rules: [], workerCount: 2)
        let first = try await check.ground(of: Self.commit(Self.files, readable: Self.files.keys))
        var files = Self.files
        files["web.yaml"] = Self.pod("ghcr.io/org/web:1.1.0")
        files["new.yaml"] = Self.pod("ghcr.io/org/web:1.2.0")
        files["broken.yaml"] = nil
        let next = Self.commit(files, readable: ["web.yaml", "new.yaml"])
        let second = try await check.ground(of: next, after: first)
        let all = try await check.ground(of: Self.commit(files, readable: files.keys))
        #expect(second.marked.files.map(\.file.path) == all.marked.files.map(\.file.path))
        #expect(
            second.marked.files.map(\.file.facts.source)
                == all.marked.files.map(\.file.facts.source))
        #expect(second.marked.unread.isEmpty)
        #expect(second.model.policyLinks.policies.map(\.name) == ["flux-system/web"])
    }

    /// A tree with ids, as commits have them.
    private static func commit(
        _ files: [String: String], readable: some Sequence<String>
    ) -> Snapshot {
        let all = Snapshot(files: files.mapValues { Array($0.utf8) })
        let entries = all.entries.map { entry in
            SnapshotEntry(
                path: entry.path, mode: entry.mode, blobID: "\(files[entry.path]?.hashValue ?? 0)")
        }
        let contents = Dictionary(
            uniqueKeysWithValues: readable.map { ($0, Array((files[$0] ?? "").utf8)) })
        return Snapshot(
            origin: .commit("c"), entries: entries, makeReader: Snapshot(files: contents).makeReader
        )
    }

    // MARK: Directories

    @Test(arguments: [
        (
            "",
            ["apps/a-b/x.yaml", "apps/a.yaml", "apps/a/b/x.yaml", "apps/a/x.yaml", "apps/a0.yaml"]
        ),
        ("apps/a", ["apps/a-b/x.yaml", "apps/a.yaml", "apps/a/b/x.yaml", "apps/a/x.yaml"]),
        ("apps/a/x.yaml", ["apps/a/x.yaml"]),
        ("apps/b", []),
        ("zoo", []),
    ])
    func `the marked files below a directory are found`(_ folder: String, _ expected: [String])
        async throws
    {
        let paths = [
            "apps/a-b/x.yaml", "apps/a.yaml", "apps/a/b/x.yaml", "apps/a/x.yaml", "apps/a0.yaml",
        ]
        let files = Dictionary(
            uniqueKeysWithValues: paths.map { ($0, Array(Self.pod("ghcr.io/org/web:1.0.0").utf8)) })
        let marked = try await RepositoryCheck(rules: [], workerCount: 1)
            .markedFiles(in: Snapshot(files: files))
        var seen: [String] = []
        func isWanted(_: String) -> Bool { true }
        let filtered = marked.filtered(in: folder, unread: isWanted) { file in
            seen.append(file.file.path)
            return file.markers
        }
        #expect(seen == expected)
        #expect(filtered.files.map(\.file.path) == expected)
    }
}
