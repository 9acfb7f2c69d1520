import Crypto
import Foundation
import Synchronization
import TestSupport

/// A clone with two environments that run `org/web` and `org/api`, its remote over HTTP, a
/// registry with their images, and a forge.
final class PromotionScene {
    static let (old, new) = ("v1.4.1-1a2b3c4-1700000000", "v1.4.2-2d3fcbd-1700000900")
    static let branch = "promote/production/web-\(new)"

    let home: TemporaryDirectory
    let clone: GitFixture
    let remote: GitFixture
    let registry: RealRegistry
    /// The directory of the registry.
    let storage: TemporaryDirectory
    let forge: FakeGitea
    private let git: HTTPGitServer

    /// - Parameters:
    ///   - staging: The lines of staging's `images` entry below its name.
    ///   - files: Files in place of the usual ones, or beside them.
    init(staging: String? = nil, files: [String: String] = [:]) async throws {
        home = try TemporaryDirectory()
        storage = try TemporaryDirectory()
        registry = try RealRegistry(storage: storage)
        remote = GitFixture(at: "served/org/fleet.git", in: home)
        clone = GitFixture(at: "clone", in: home)
        forge = try await FakeGitea()
        try FileManager.default.createDirectory(
            atPath: "\(home.path)/served/org", withIntermediateDirectories: true)
        try clone.git(
            ["init", "--quiet", "--bare", "--initial-branch=main", remote.path], at: home.path)
        try remote.git("config", "http.receivepack", "true")
        git = try HTTPGitServer(folder: "\(home.path)/served")
        try clone.git(["init", "--quiet", "--initial-branch=main", clone.path], at: home.path)
        try clone.git("remote", "add", "origin", "http://127.0.0.1:\(git.port)/org/fleet.git")
        try home.write(
            ".gitconfig",
            """
            [user]
                name = Ada
                email = ada@example.org
            [credential]
                helper = "!f() { echo username=\(HTTPGitServer.user); \
            echo 'password=\(HTTPGitServer.password)'; }; f"
            """)
        let usual = [
            ".sluice.yaml": Self.configuration,
            "apps/base/kustomization.yaml": "resources: [web.yaml, api.yaml]\n",
            "apps/base/web.yaml": deployment("web"), "apps/base/api.yaml": deployment("api"),
            "apps/staging/kustomization.yaml": kustomization(
                "staging", web: staging ?? "newTag: staging-\(Self.new)"),
            "apps/production/kustomization.yaml": kustomization(
                "production", web: "newTag: production-\(Self.old)"),
            "clusters/all.yaml": Self.clusters,
        ]
        try clone.commit(usual.merging(files) { $1 })
        try clone.git("push", "--quiet", "--set-upstream", "origin", "main")
        for image in ["web", "api"] {
            try push(image, "2026-01-01", "staging-\(Self.old)", "production-\(Self.old)")
            try push(image, "2026-01-02", "staging-\(Self.new)")
        }
    }

    /// Pushes an image that was built on that day.
    func push(_ image: String, _ day: String, _ tags: String...) throws {
        let layout = try ImageLayout(created: "\(day)T00:00:00Z")
        for tag in tags {
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all", "docker://\(host)/org/\(image):\(tag)")
        }
    }

    /// Attaches a signature to an image, as a tag and as a referrer.
    func sign(_ digest: String, of image: String = "web") throws {
        try home.write("sign.py", Self.signing)
        let run = try ProgramRun(
            "python3", ["\(home.path)/sign.py", "http://\(host)/v2/org/\(image)", digest],
            at: home.path, environment: ["PATH": "/usr/bin:/bin"])
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static let signing = """
        import hashlib, json, sys, urllib.request
        place, subject = sys.argv[1:]
        image = "application/vnd.oci.image.manifest.v1+json"

        def send(method, url, body, kind):
            request = urllib.request.Request(
                url, body, {"Content-Type": kind, "Accept": "*/*"}, method=method)
            return urllib.request.urlopen(request)

        def digest(body):
            return "sha256:" + hashlib.sha256(body).hexdigest()

        def blob(body, kind):
            url = send("POST", place + "/blobs/uploads/", b"", kind).headers["Location"]
            mark = "&" if "?" in url else "?"
            send("PUT", f"{url}{mark}digest={digest(body)}", body, "application/octet-stream")
            return {"mediaType": kind, "digest": digest(body), "size": len(body)}

        def manifest(fields, kind, tag=None):
            body = json.dumps({"schemaVersion": 2, "mediaType": kind, **fields}).encode()
            send("PUT", f"{place}/manifests/{tag or digest(body)}", body, kind)
            return {"mediaType": kind, "digest": digest(body), "size": len(body)}

        config = blob(b'{"os": "linux", "architecture": "amd64", "rootfs": {}}',
                      "application/vnd.oci.image.config.v1+json")
        layer = blob(b"signature", "application/vnd.dev.cosign.simplesigning.v1+json")
        tag = subject.replace(":", "-")
        manifest({"config": config, "layers": [layer]}, image, tag + ".sig")
        about = {"mediaType": image, "digest": subject, "size": 1}
        referrer = manifest({"config": config, "layers": [layer], "subject": about}, image)
        manifest({"manifests": [referrer]}, "application/vnd.oci.image.index.v1+json", tag)

        """

    var host: String { "127.0.0.1:\(registry.port)" }

    /// The digest of a tag; nil for one that does not exist.
    func digest(_ tag: String, of image: String = "web", at host: String? = nil) throws -> String? {
        let address = "docker://\(host ?? self.host)/org/\(image):\(tag)"
        let raw = try? RealRegistry.skopeo("inspect", "--raw", "--tls-verify=false", address)
        return raw.map { text in
            "sha256:"
                + SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
        }
    }

    var variables: [String: String] {
        ["SLUICE_FORGE_TOKEN": FakeGitea.token, "SOURCE_DATE_EPOCH": "1767225600"]
    }

    func arguments(_ arguments: [String]) -> [String] {
        ["promote", "--to", "production"] + arguments
            + ["--forge", "gitea", "--forge-url", "http://127.0.0.1:\(forge.port)/api/v1"]
    }

    /// Starts a promotion and kills it as soon as `isReached` is true.
    func kill(_ words: [String], when isReached: () -> Bool) throws {
        let process = Process()
        process.executableURL = URL(filePath: BuiltProgram.path)
        process.arguments = arguments(words)
        process.environment = clone.environment.merging(variables) { $1 }
        process.currentDirectoryURL = URL(filePath: clone.path)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, !isReached() { usleep(500) }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func promote(_ words: String...) throws -> ProgramRun {
        try clone.sluice(arguments(words), with: variables)
    }

    /// The file of production on a branch of the remote.
    func production(on branch: String) throws -> String {
        try remote.git("show", "\(branch):apps/production/kustomization.yaml")
    }

    func branches() throws -> [String] {
        try remote.git("for-each-ref", "--format=%(refname:short)", "refs/heads")
            .split(separator: "\n").map(String.init)
    }

    // MARK: Files

    private static let configuration = """
        version: 1
        environments:
          - name: staging
            paths: ["apps/staging/**"]
            tags: '^staging-v'
            images: ["**/org/*"]
          - name: production
            paths: ["apps/production/**"]
            tags: '^production-v'
            images: ["**/org/*"]
            promotesFrom: staging

        """

    private func deployment(_ name: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: \(name)
        spec:
          selector: {matchLabels: {app: \(name)}}
          template:
            metadata: {labels: {app: \(name)}}
            spec:
              containers:
                - name: \(name)
                  image: \(host)/org/\(name)

        """
    }

    func kustomization(_ environment: String, web: String) -> String {
        """
        # Images of \(environment).
        namespace: \(environment)
        resources: [../base]
        images:
          - name: \(host)/org/web
            \(web)
          - name: \(host)/org/api
            newTag: '\(environment)-\(environment == "staging" ? Self.new : Self.old)'

        """
    }

    private static let clusters = ["staging", "production"].map { name in
        """
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata:
          name: \(name)
          namespace: flux-system
        spec:
          interval: 10m
          path: ./apps/\(name)
          prune: true
          sourceRef:
            kind: GitRepository
            name: flux-system
        ---

        """
    }.joined()
}

/// Gitea's API for pull requests, as far as it is needed, with what was opened there.
final class FakeGitea: Sendable {
    struct Entry: Sendable {
        let number: Int
        let branch: String
        let base: String
        var title: String
        var body: String
        var state = "open"
        var comments: [String] = []
        var isMerged = false
    }

    static let token = "s3cret-t0ken"

    private final class State: Sendable {
        let entries = Mutex<[Entry]>([])
        let refusesCreation = Mutex(false)
    }

    private let state: State
    private let server: ScriptedServer
    var port: Int { server.port }
    var entries: [Entry] { state.entries.withLock { $0 } }
    var writes: Int { server.requests.count { $0.method != "GET" } }

    init() async throws {
        let state = State()
        self.state = state
        server = try await ScriptedServer { request in
            if request.method == "POST", state.refusesCreation.withLock({ $0 }) {
                return .answer(403, #"{"message": "not now"}"#)
            }
            return state.entries.withLock { Self.answer(to: request, &$0) }
        }
    }

    func stop() async throws { try await server.stop() }

    /// As somebody does who does not want it.
    func close(_ number: Int) {
        state.entries.withLock { $0[number - 1].state = "closed" }
    }

    func merge(_ number: Int) {
        state.entries.withLock {
            $0[number - 1].state = "closed"
            $0[number - 1].isMerged = true
        }
    }

    func refuseCreation(_ refuses: Bool) { state.refusesCreation.withLock { $0 = refuses } }

    private static func answer(
        to request: ScriptedServer.Request, _ entries: inout [Entry]
    ) -> [ScriptedServer.Step] {
        guard request.value(of: "authorization") == "token \(token)" else {
            return .answer(401, #"{"message": "invalid token"}"#)
        }
        let parts = request.target.split(separator: "?")
        let path = parts[0].split(separator: "/").map(String.init)
        let fields =
            (try? JSONSerialization.jsonObject(with: Data(request.body.utf8))) as? [String: Any]
            ?? [:]
        func text(_ key: String) -> String? { fields[key] as? String }
        guard path.starts(with: ["api", "v1", "repos", "org", "fleet"]) else {
            return .answer(404, "{}")
        }
        switch (request.method, path.count) {
        case ("GET", 6):
            let wanted = parts.count > 1 && parts[1].contains("state=open") ? "open" : "closed"
            let found = entries.filter { $0.state == wanted }.map(json)
            return .answer(200, "[\(found.joined(separator: ","))]")
        case ("POST", 6):
            let (branch, base) = (text("head") ?? "", text("base") ?? "")
            if entries.contains(where: { $0.state == "open" && $0.branch == branch }) {
                return .answer(
                    409, #"{"message": "pull request already exists for these targets"}"#)
            }
            let entry = Entry(
                number: entries.count + 1, branch: branch, base: base, title: text("title") ?? "",
                body: text("body") ?? "")
            entries.append(entry)
            return .answer(201, json(entry))
        case ("PATCH", 7):
            let number = (Int(path[6]) ?? 0) - 1
            entries[number].title = text("title") ?? entries[number].title
            entries[number].body = text("body") ?? entries[number].body
            entries[number].state = text("state") ?? entries[number].state
            return .answer(201, json(entries[number]))
        case ("POST", 8):
            entries[(Int(path[6]) ?? 0) - 1].comments.append(text("body") ?? "")
            return .answer(201, "{}")
        default: return .answer(404, "{}")
        }
    }

    private static func json(_ entry: Entry) -> String {
        let object: [String: Any] = [
            "number": entry.number, "title": entry.title, "body": entry.body,
            "state": entry.state, "merged": entry.isMerged, "draft": false,
            "html_url": "http://forge.example/org/fleet/pulls/\(entry.number)",
            "head": ["ref": entry.branch, "label": entry.branch, "repo": ["id": 1]],
            "base": ["ref": entry.base, "label": entry.base, "repo": ["id": 1]],
        ]
        let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
