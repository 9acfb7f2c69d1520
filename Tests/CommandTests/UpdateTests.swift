import Foundation
import TestSupport
import Testing

/// `sluice update --in-place` in a work tree.
@Suite struct UpdateTests {
    private static let digest = "sha256:" + String(repeating: "1", count: 64)

    /// The output of `kubectl get imagepolicies -A -o json` for policies of `flux-system`.
    private static func list(_ images: KeyValuePairs<String, String>) -> String {
        let items = images.map { name, image in
            let parts = image.split(separator: ":", maxSplits: 1).map(String.init)
            return """
                {"kind": "ImagePolicy", "metadata": {"namespace": "flux-system", "name": "\(name)"},
                 "status": {"latestRef": {"name": "\(parts[0])", "tag": "\(parts[1])"}}}
                """
        }
        return "{\"kind\": \"List\", \"items\": [\(items.joined(separator: ", "))]}"
    }

    private static let repository = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata:
          name: web
          namespace: flux-system
        spec:
          image: ghcr.io/org/web

        """

    private static func fixture(
        _ files: [String: String], policies: String = list(["web": "ghcr.io/org/web:1.1.0"])
    ) throws -> GitFixture {
        let fixture = try GitFixture(files: files)
        try fixture.home.write("policies.json", policies)
        return fixture
    }

    private static func update(_ fixture: GitFixture, _ arguments: String...) throws -> ProgramRun {
        try fixture.sluice(
            ["update", "--in-place", "--policies-from", "../policies.json"] + arguments)
    }

    private static func text(_ path: String, in fixture: GitFixture) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    private static let pod = Manifest.podFollowing("web")

    @Test func `values are written with their reasons`() throws {
        let fixture = try Self.fixture([
            "a.yaml": Self.pod, "b.yaml": Manifest.podFollowing("gone"),
            "c.yaml": Self.pod.replacing("web:1.0.0", with: "web:1.1.0"),
        ])
        let run = try Self.update(fixture)
        try expect(run.output, isRecordedAs: "update-in-place")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            try Self.text("a.yaml", in: fixture)
                == Self.pod.replacing("web:1.0.0", with: "web:1.1.0"))
        #expect(try fixture.git("diff", "--stat", "--summary").contains("1 file changed"))
        let again = try Self.update(fixture)
        #expect(again.output.hasSuffix("0 changed, 2 unchanged, 1 skipped, 0 refused\n"))
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `every outcome is valid by the schema`() throws {
        let schema = PackageFolder.url.appending(path: "docs/schema/update-v1.schema.json")
        let files = [
            "changed.yaml": Self.pod, "skipped.yaml": Manifest.podFollowing("gone"),
            "refused.yaml": Self.pod.replacing("image: ", with: "image: !!int "),
            "unchanged.yaml": Manifest.podFollowing("same"),
            "bare.yaml": "- \(Self.pod.dropFirst())",
            "template.yaml": "{{ x }}\n" + Self.pod,
            "no-object.yaml":
                "image: a # {\"$imagepolicy\": \"flux-system:web\"}\n",
        ]
        let keys: Set = ["path", "reason", "refused", "value", "message", "commits"]
        var removed: Set<String> = []
        for image in ["ghcr.io/org/web:1.1.0", "ghcr.io/org/web:a b"] {
            let list = Self.list(["web": image, "same": "ghcr.io/org/web:1.0.0"])
            let run = try Self.update(
                Self.fixture(files, policies: list), "--dry-run", "--output", "json")
            #expect(try Python.schemaErrors(run.output, schema: schema) == "")
            for key in keys where run.output.contains("\"\(key)\":") {
                removed.insert(key)
                let renamed = run.output.replacing("\"\(key)\":", with: "\"\(key)2\":")
                let errors = try Python.schemaErrors(renamed, schema: schema)
                #expect(errors.contains("required"), "\(key)")
            }
        }
        #expect(removed == keys)
    }

    @Test func `a dry run prints a diff that Git can apply`() throws {
        let long = (1...20).map { "# line \($0)\n" }.joined()
        let files = [
            "a.yaml": Self.pod, "b c.yaml": long + Self.pod + "---\n" + Self.pod + long,
            "crlf.yaml": Self.pod.replacing("\n", with: "\r\n"),
            "end.yaml":
                "kind: X\nimage: |- # {\"$imagepolicy\": \"flux-system:web\"}\n  ghcr.io/org\n  web",
            "tab\t\".yaml": Self.pod,
        ]
        let fixture = try Self.fixture(files)
        let dry = try Self.update(fixture, "--dry-run")
        #expect(dry.status == 0)
        #expect(dry.errors == "6 changed, 0 unchanged, 0 skipped, 0 refused\n")
        for (path, text) in files { #expect(try Self.text(path, in: fixture) == text) }
        try fixture.home.write("update.diff", dry.output)
        try fixture.git("apply", "../update.diff")
        let applied = try files.keys.sorted().map { try Self.text($0, in: fixture) }
        try fixture.git("checkout", "--quiet", ".")
        #expect(try Self.update(fixture).status == 0)
        #expect(try files.keys.sorted().map { try Self.text($0, in: fixture) } == applied)
    }

    @Test func `an image that the repository's policy does not select is refused`() throws {
        let policy = Manifest.policy("web") + "---\n" + Self.repository
        for (image, reason) in [
            ("ghcr.io/org/web:2.0.0", "never selects `2.0.0`: `2.0.0` is not below 2.0.0"),
            ("ghcr.io/org/other:1.1.0", "is for `ghcr.io/org/web`, not for `ghcr.io/org/other`"),
        ] {
            let fixture = try Self.fixture(
                ["a.yaml": Self.pod, "p.yaml": policy], policies: Self.list(["web": image]))
            let run = try Self.update(fixture)
            #expect(run.status == 1)
            #expect(run.output.contains(reason), "\(run.output)")
            #expect(try Self.text("a.yaml", in: fixture) == Self.pod)
        }
        let fixture = try Self.fixture(["a.yaml": Self.pod, "p.yaml": policy])
        #expect(try Self.update(fixture).status == 0)
        #expect(try Self.text("a.yaml", in: fixture).contains("web:1.1.0 #"))
    }

    @Test func `of clusters with different images one has to be chosen`() throws {
        let lists =
            "[\(Self.list(["web": "ghcr.io/org/web:1.1.0"])), "
            + "\(Self.list(["web": "ghcr.io/org/web:1.2.0"]))]"
        let fixture = try Self.fixture(["a.yaml": Self.pod], policies: lists)
        let run = try Self.update(fixture)
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                "`../policies.json#1` and `../policies.json#2` have different policies "
                    + "`flux-system/web`; `--cluster` says which counts"))
        #expect(try Self.update(fixture, "--cluster", "../policies.json#2").status == 0)
        #expect(try Self.text("a.yaml", in: fixture).contains("web:1.2.0 #"))
        let missing = try Self.update(fixture, "--cluster", "staging")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("no policies are from the cluster `staging`"))
    }

    @Test func `tags of a snapshot are selected as the repository's policy says`() throws {
        let policy = Manifest.policy("web") + "---\n" + Self.repository
        let pinned = policy.replacing(
            "spec:\n  imageRepositoryRef",
            with: "spec:\n  digestReflectionPolicy: IfNotPresent\n  imageRepositoryRef")
        let snapshot = """
            {"schema": 1, "images": [{"image": "ghcr.io/org/web", "time": "2026-01-01T00:00:00Z",
             "tags": ["1.0.0", "1.3.0", "1.9.0.sig", "2.0.0"],
             "digests": {"1.3.0": "\(Self.digest)"}}]}
            """
        for (policy, written) in [
            (policy, "web:1.3.0 #"), (pinned, "web:1.3.0@\(Self.digest) #"),
        ] {
            let fixture = try Self.fixture(["a.yaml": Self.pod, "p.yaml": policy])
            try fixture.home.write("tags.json", snapshot)
            let run = try fixture.sluice(["update", "--in-place", "--tags", "../tags.json"])
            #expect(run.status == 0, "\(run.output)")
            #expect(try Self.text("a.yaml", in: fixture).contains(written))
        }
    }

    @Test func `an invalid image stops the whole update`() throws {
        let list = Self.list(["web": "ghcr.io/org/web:1.1.0", "bad": "ghcr.io/org/x:a b"])
        let fixture = try Self.fixture(["a.yaml": Self.pod], policies: list)
        let run = try Self.update(fixture, "--output", "json")
        #expect(run.status == 1)
        #expect(run.output.contains(#""image":"ghcr.io/org/x:a b""#))
        #expect(try Self.text("a.yaml", in: fixture) == Self.pod)
    }

    @Test func `a file that cannot grow keeps its text`() throws {
        let padding = String(repeating: "x", count: 1020 - Self.pod.utf8.count - 3)
        let text = "# \(padding)\n\(Self.pod)"
        let fixture = try Self.fixture(
            ["a.yaml": text, "b.yaml": Self.pod],
            policies: Self.list(["web": "ghcr.io/org/web:1.1.0-longer"]))
        // The limit of two blocks replaces a full disk, which only root can make.
        let run = try ProgramRun(
            "/bin/sh",
            [
                "-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"", BuiltProgram.path, "update",
                "--in-place", "--policies-from", "../policies.json",
            ], at: fixture.path, environment: fixture.environment)
        #expect(run.status == 1)
        #expect(run.output.contains("refused: cannot write `a.yaml`: file too large\n"))
        #expect(try Self.text("a.yaml", in: fixture) == text)
        #expect(try Self.text("b.yaml", in: fixture).contains("web:1.1.0-longer #"))
    }

    @Test func `paths narrow what is written`() throws {
        let fixture = try Self.fixture(["a/a.yaml": Self.pod, "b/b.yaml": Self.pod])
        #expect(try Self.update(fixture, "a").status == 0)
        #expect(try Self.text("a/a.yaml", in: fixture) != Self.pod)
        #expect(try Self.text("b/b.yaml", in: fixture) == Self.pod)
        #expect(try Self.update(fixture, "gone").status == 2)
        #expect(try Self.update(fixture, "../policies.json").status == 2)
    }

    @Test func `a directory outside the repository is updated by itself`() throws {
        let fixture = try Self.fixture(["a.yaml": Self.pod])
        try fixture.home.write("elsewhere/deep/e.yaml", Self.pod)
        try fixture.home.write("elsewhere/policies.json", Self.list(["web": "x:1"]))
        let run = try Self.update(fixture, "../elsewhere", "--output", "json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""path":"deep/e.yaml""#))
        #expect(try Self.text("../elsewhere/deep/e.yaml", in: fixture).contains("web:1.1.0"))
        #expect(try Self.text("a.yaml", in: fixture) == Self.pod)
    }

    @Test func `files are written through links inside the tree only`() throws {
        let fixture = try Self.fixture(["base/web.txt": Self.pod])
        try fixture.home.write("outside.yaml", Self.pod)
        for (link, target) in [("in.yaml", "base/web.txt"), ("out.yaml", "../outside.yaml")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(fixture.path)/\(link)", withDestinationPath: target)
        }
        #expect(try Self.update(fixture).status == 0)
        #expect(try Self.text("base/web.txt", in: fixture).contains("web:1.1.0"))
        #expect(try Self.text("../outside.yaml", in: fixture) == Self.pod)
        let type = try FileManager.default.attributesOfItem(atPath: "\(fixture.path)/in.yaml")
        #expect(type[.type] as? FileAttributeType == .typeSymbolicLink)
    }

    @Test(arguments: [
        (["update", "--tags", "x", "apps"], "PATH goes with --in-place"),
        (["update", "--in-place", "--tags", "x", "--no-push"], "no automation runs"),
        (["update", "--tags", "x", "--no-push", "--remote", "x"], "go without --no-push"),
        (["update", "--in-place"], "say where the tags come from"),
        (["update", "--in-place", "--tags", "a", "--policies-from", "b"], "say where the tags"),
        (["update", "--in-place", "--tags", "a", "--cluster", "b"], "--cluster goes with"),
    ]) func `wrong usage is reported`(_ arguments: [String], _ message: String) throws {
        let run = try GitFixture().sluice(arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains(message))
    }
}
