import Foundation
import TestSupport
import Testing

/// `sluice verify` as its users run it.
@Suite struct VerifyTests {
    private static let folder = PackageFolder.url.appending(path: "Tests/Fixtures/cluster")

    /// The repository of the recorded cluster, with one commit.
    ///
    /// - Parameter host: Of the registry, in place of the one in the fixture.
    private static func fixture(host: String = "registry.example.com") throws -> GitFixture {
        let fixture = try GitFixture()
        for (path, bytes) in try files(below: folder.appending(path: "repository")) {
            let text = String(decoding: bytes, as: UTF8.self)
            try fixture.write(path, text.replacing("registry.example.com", with: host))
        }
        try fixture.commit()
        return fixture
    }

    /// The recorded list, with the commit that the cluster has applied.
    private static func list(_ commit: String) throws -> String {
        try String(contentsOf: folder.appending(path: "healthy.json"), encoding: .utf8)
            .replacing("COMMIT", with: commit)
    }

    /// The repository, and beside it the list of a cluster that has applied its commit.
    private static func healthy(_ edit: (String) -> String = { $0 }) throws -> GitFixture {
        let fixture = try fixture()
        try fixture.home.write(
            "cluster.json", edit(try list(try fixture.git("rev-parse", "HEAD"))))
        return fixture
    }

    private static let from = ["verify", "--from", "../cluster.json"]

    @Test func `a healthy cluster is live`() throws {
        let run = try Self.healthy().sluice(Self.from)
        #expect(run.status == 0)
        #expect(run.errors == "2 images: 2 live, 0 not live, 0 unknown\n")
        #expect(
            run.output == """
                IMAGE                              OBJECT                   COMMITTED  APPLIED  RUNNING  DECLARED
                registry.example.com/web:1.4.2     Deployment apps/web      yes        yes      yes      apps/web.yaml:18
                registry.example.com/worker:1.9.0  HelmRelease apps/worker  yes        yes      yes      apps/worker.yaml:18

                """)
    }

    @Test func `standard input holds one list or several`() throws {
        let fixture = try Self.healthy()
        try fixture.home.write("more.json", #"{"kind": "List", "items": []}"#)
        for command in ["cat ../cluster.json", "cat ../more.json ../cluster.json ../more.json"] {
            let run = try fixture.shell("\(command) | sluice verify --from - --all")
            #expect(run.status == 0)
            #expect(run.errors == "6 images: 6 live, 0 not live, 0 unknown\n")
        }
    }

    @Test func `Git that is newer than the cluster is told apart from a newer choice`() throws {
        let fixture = try Self.healthy()
        let path = "\(fixture.path)/apps/web.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let commit = try fixture.commit(["apps/web.yaml": text.replacing("1.4.2", with: "1.4.3")])
        let run = try fixture.sluice(Self.from)
        #expect(run.status == 1)
        #expect(run.errors == "2 images: 1 live, 1 not live, 0 unknown\n")
        for line in [
            "registry.example.com/web:1.4.3     Deployment apps/web      no         no       no ",
            "committed  no  the policy `flux-system/web` has chosen `registry.example.com/web:1.4.2`, "
                + "and Git has `registry.example.com/web:1.4.3`",
            "which lacks `\(commit.prefix(7))`: the GitRepository `flux-system/flux-system` has "
                + "fetched `main@",
            "running    no  the Deployment `apps/web` has `registry.example.com/web:1.4.2`",
        ] { #expect(run.output.contains(line), "\(run.output)") }
        // The commit before is live still.
        let before = try fixture.sluice(Self.from + ["--rev", "HEAD~1"])
        #expect(before.status == 0, "\(before.output)")
    }

    /// A later commit that does not change the image is nothing to wait for.
    @Test func `later commits that change something else do not matter`() throws {
        let fixture = try Self.healthy()
        let path = "\(fixture.path)/apps/web.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try fixture.commit(["README.md": "hello\n"])
        try fixture.commit(["apps/web.yaml": text.replacing("replicas: 2", with: "replicas: 3")])
        let run = try fixture.sluice(Self.from)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    /// The cluster applies later commits than the last that changed the image.
    @Test func `a revision that contains the commit has applied it`() throws {
        let fixture = try Self.fixture()
        let later = try fixture.commit(["README.md": "hello\n"])
        try fixture.home.write("cluster.json", try Self.list(later))
        #expect(try fixture.sluice(Self.from).status == 0)
        try fixture.git("reset", "--quiet", "--hard", "HEAD~1")
        #expect(try fixture.sluice(Self.from).status == 0)
    }

    @Test func `a revision that the clone lacks is unknown, which --strict does not accept`() throws
    {
        let fixture = try Self.fixture()
        try fixture.home.write(
            "cluster.json", try Self.list(String(repeating: "7", count: 40)))
        let run = try fixture.sluice(Self.from)
        #expect(run.status == 0)
        #expect(run.output.contains("this clone lacks `main@7777777`"))
        #expect(run.errors == "2 images: 0 live, 0 not live, 2 unknown\n")
        #expect(try fixture.sluice(Self.from + ["--strict"]).status == 1)
    }

    @Test func `images and policies can be named`() throws {
        let fixture = try Self.healthy()
        let image = try fixture.sluice(Self.from + ["registry.example.com/queue"])
        #expect(image.status == 0 && image.errors == "1 image: 1 live, 0 not live, 0 unknown\n")
        let policy = try fixture.sluice(Self.from + ["flux-system/worker"])
        #expect(policy.status == 0 && policy.output.contains("worker:1.9.0"))
        #expect(!policy.output.contains("web:1.4.2"))
        let none = try fixture.sluice(Self.from + ["registry.example.com/wbe"])
        #expect(none.status == 2 && none.output.isEmpty)
        #expect(
            none.errors
                == "sluice: the repository deploys no image, and follows no policy, "
                + "`registry.example.com/wbe`\n")
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `every answer is valid by the schema`() throws {
        let schema = PackageFolder.url.appending(path: "docs/schema/verify-v1.schema.json")
        let fixture = try Self.healthy()
        try fixture.home.write(
            "empty.json",
            #"{"kind":"Pod","metadata":{"name":"\u001b[31m","namespace":"a"}}"#)
        for file in ["cluster", "empty"] {
            let run = try fixture.sluice(
                ["verify", "--all", "--output", "json", "--from", "../\(file).json"])
            #expect(run.status == 0)
            #expect(try Python.schemaErrors(run.output, schema: schema) == "")
            #expect(run.output.contains(#""command":"verify""#))
            // Every key is required: without one, a document is not valid.
            let broken = run.output.replacing(#""live""#, with: #""alive""#)
            #expect(try !Python.schemaErrors(broken, schema: schema).isEmpty)
        }
    }

    // MARK: Wrong usage and input

    @Test(
        arguments: [
            ([], "say where the cluster's objects are from: --from or --kubectl"),
            (["--from", "-", "--kubectl", "x"], "say where the cluster's objects are from"),
            (
                ["--from", "-", "--wait", "1m"],
                "--wait goes with --kubectl: a file does not change"
            ),
            (
                ["--kubectl", "x", "--wait", "soon"],
                "a duration is written as in 90s, 10m or 1h30m"
            ),
            (["--kubectl", "x", "--wait=-1s"], "a duration is written as"),
            (["--kubectl", ""], "--kubectl needs a context's name"),
            (["--from", "-", "--insecure-registry", "a"], "--registry-ca go with --registry"),
        ] as [([String], String)])
    func `wrong usage is told`(_ arguments: [String], _ message: String) throws {
        let run = try GitFixture().sluice(["verify"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func `input that cannot be read is an error`() throws {
        let fixture = try Self.healthy { String($0.dropLast(10)) }
        let cut = try fixture.sluice(Self.from)
        #expect(cut.status == 2 && cut.output.isEmpty)
        #expect(
            cut.errors
                == "sluice: `../cluster.json` is not what `kubectl get … -A -o json` prints: it is "
                + "not valid JSON\n")
        let missing = try fixture.sluice(["verify", "--from", "nowhere.json"])
        #expect(missing.status == 2 && missing.errors.contains("cannot read `nowhere.json`"))
        let revision = try fixture.sluice(Self.from + ["--rev", "nowhere"])
        #expect(revision.status == 2)
        #expect(revision.errors == "sluice: `nowhere` is no commit of this clone\n")
        let unborn = try GitFixture().sluice(["verify", "--from", "-"])
        #expect(unborn.status == 2 && unborn.output.isEmpty)
    }

    /// Names and messages of a cluster are anybody's.
    @Test func `control characters are not printed`() throws {
        let fixture = try Self.healthy {
            $0.replacing(#""tag": "1.4.2""#, with: #""tag": "1\u001b[2J\u202e""#)
        }
        for format in ["text", "json"] {
            let run = try fixture.sluice(Self.from + ["--output", format])
            #expect(run.status == 1 && run.output.contains("2J"))
            #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }

    // MARK: Registries

    @Test func `the images of an index count as the index`() async throws {
        let running = String(repeating: "a", count: 64)
        let type = "application/vnd.oci.image.index.v1+json"
        func entry(_ digit: String, _ platform: String) -> String {
            let parts = platform.split(separator: "/")
            return #"{"mediaType":"application/vnd.oci.image.manifest.v1+json","size":2,"#
                + #""digest":"sha256:\#(String(repeating: digit, count: 64))","#
                + #""platform":{"os":"\#(parts[0])","architecture":"\#(parts[1])"}}"#
        }
        func index(_ entries: String...) -> String {
            #"{"schemaVersion":2,"mediaType":"\#(type)","manifests":["#
                + entries.joined(separator: ",") + "]}"
        }
        let amd = entry("a", "linux/amd64")
        let arm = entry("f", "linux/arm64")
        for (document, status, words) in [
            (index(amd, arm), 0, "an image of the index"),
            (index(arm), 1, "runs `sha256:aaaaaaaaaaaa`, not"),
            // An attestation runs nowhere.
            (index(arm, entry("a", "unknown/unknown")), 1, "runs `sha256:aaaaaaaaaaaa`, not"),
        ] {
            let server = try await ScriptedServer { request in
                switch request.target {
                case "/v2/", "/v2": .answer(200, "{}")
                case "/v2/web/manifests/1.4.2":
                    .answer(200, document, fields: ["Content-Type: \(type)"])
                default: .answer(404, "{}")
                }
            }
            let host = "127.0.0.1:\(server.port)"
            let fixture = try Self.fixture(host: host)
            let list = try Self.list(try fixture.git("rev-parse", "HEAD"))
                .replacing("registry.example.com", with: host)
            try fixture.home.write("cluster.json", list)
            #expect(list.contains(running))
            let run = try fixture.sluice(
                Self.from + ["--registry", "--output", "json", "flux-system/web"])
            #expect(run.status == status, "\(run.output)\(run.errors)")
            #expect(run.output.contains(words), "\(run.output)")
        }
    }

    @Test func `a registry that does not answer leaves the images unknown`() throws {
        let fixture = try Self.fixture(host: "127.0.0.1:1")
        try fixture.home.write(
            "cluster.json",
            try Self.list(try fixture.git("rev-parse", "HEAD"))
                .replacing("registry.example.com", with: "127.0.0.1:1"))
        let run = try fixture.sluice(Self.from + ["--registry", "--strict", "flux-system/web"])
        #expect(run.status == 1)
        #expect(run.output.contains("running    unknown  the registry does not tell: "))
    }
}
