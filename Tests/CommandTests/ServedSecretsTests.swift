import Foundation
import TestSupport
import Testing

/// Passwords, tokens and the paths of receivers, which the service shows nowhere.
@Suite(
    .enabled(if: RealRegistry.isThere, "docker-registry, skopeo and others are missing"),
    .enabled(if: ProcessWatch.isPossible, "there is no /proc"))
struct ServedSecretsTests {
    private static let types = [
        "generic", "generic-hmac", "github", "gitlab", "bitbucket", "harbor", "dockerhub", "quay",
        "gcr", "nexus", "acr", "cdevents",
    ]
    private static let login = "alice:wonder!"
    private static let pageToken = "let-me-see-the-page"

    private static func token(of type: String) -> String { "hush-\(type)-hush" }

    /// Everything that must not be seen, in the forms in which programs pass it on.
    private static let secrets =
        types.map(token) + [
            "hush", "/hook/", "wonder!", FakeGitea.token, pageToken, HTTPGitServer.password,
            "l0ve%2Flace", Data(login.utf8).base64EncodedString(),
            Data("\(HTTPGitServer.user):\(HTTPGitServer.password)".utf8).base64EncodedString(),
        ]

    private static func leaks(in text: String) -> [String] { secrets.filter(text.contains) }

    /// Calls each receiver three times.
    ///
    /// Once as its sender does, once with a guessed proof, and once at a path that is not its own.
    /// Prints the type, the three statuses and the path.
    private static let caller = """
        import base64, hashlib, hmac, http.client, json, os
        port = int(os.environ['PORT'])
        event = {'context': {'id': '1', 'type': 'dev.cdevents.artifact.published.0.2.0'}}
        body = json.dumps(event).encode()

        def call(path, fields):
            connection = http.client.HTTPConnection('127.0.0.1', port, timeout=20)
            connection.request('POST', path, body, {'Content-Type': 'application/json', **fields})
            return str(connection.getresponse().status)

        def fields(kind, token):
            def code(name):
                return hmac.new(token.encode(), body, name).hexdigest()
            return {
                'generic-hmac': {'X-Signature': 'sha512=' + code('sha512')},
                'github': {'X-Hub-Signature-256': 'sha256=' + code('sha256')},
                'bitbucket': {'X-Hub-Signature': 'sha256=' + code('sha256')},
                'gitlab': {'X-Gitlab-Token': token},
                'harbor': {'Authorization': token},
                'nexus': {'X-Nexus-Webhook-Signature': code('sha1')},
                'gcr': {'Authorization': 'Bearer a.b.c'},
            }.get(kind, {})

        for kind in os.environ['TYPES'].split():
            token = 'hush-' + kind + '-hush'
            path = '/hook/' + hashlib.sha256((token + kind + 'flux-system').encode()).hexdigest()
            print(kind, call(path, fields(kind, token)), call(path, fields(kind, 'guess')),
                  call(path[:-1] + 'x', fields(kind, token)), path)
        """

    private static var manifests: String {
        types.map { type in
            """
            ---
            apiVersion: notification.toolkit.fluxcd.io/v1
            kind: Receiver
            metadata: {name: \(type), namespace: flux-system}
            spec:
              type: \(type)
              secretRef: {name: \(type)}
              resources:
                - {kind: ImageRepository, name: web}

            """
        }.joined()
    }

    /// A remote, a registry and a forge, each behind a secret, and the files of the service.
    private struct Scene {
        let home: TemporaryDirectory
        let users: TemporaryDirectory
        let storage: TemporaryDirectory
        let registry: RealRegistry
        let git: HTTPGitServer
        let forge: FakeGitea
        let files: AutomationScene

        init() async throws {
            (home, users) = (try TemporaryDirectory(), try TemporaryDirectory())
            storage = try TemporaryDirectory()
            registry = try RealRegistry.guarded(
                by: login, tags: ["1.0.0", "1.1.0"], users, storage: storage)
            try home.write("served/org/README", "")
            git = try HTTPGitServer(folder: "\(home.path)/served")
            forge = try await FakeGitea()
            let image = "127.0.0.1:\(registry.port)/org/web"
            let url = "http://127.0.0.1:\(git.port)/org/fleet.git"
            files = try AutomationScene(
                git: "\n    push: { branch: updates }",
                files: [
                    "flux-system/sync.yaml": AutomationScene.source(url: url),
                    "flux-system/policies.yaml": AutomationScene.policy("web").replacing(
                        "ghcr.io/org/web", with: image),
                    "flux-system/receivers.yaml": manifests,
                    "apps/web.yaml": Manifest.podFollowing("web").replacing(
                        "ghcr.io/org/web", with: image),
                ])
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.path)/served/org/fleet.git",
                withDestinationPath: files.remote.path)
            try files.remote.git("config", "http.receivepack", "true")
            try home.write("password", HTTPGitServer.password)
            for type in types {
                let directory = "secrets/flux-system/\(type)"
                try home.write("\(directory)/token", token(of: type))
                try home.write("\(directory)/email", "push@project.iam.gserviceaccount.com")
                try home.write("\(directory)/audience", "https://hooks.example.com")
            }
            try home.write(
                "list.yaml",
                """
                repositories:
                  - url: \(url)
                    user: \(HTTPGitServer.user)
                    token-file: \(home.path)/password

                """)
        }

        var arguments: [String] {
            [
                "serve", "--repositories", "\(home.path)/list.yaml", "--data",
                "\(home.path)/data", "--secret-dir", "\(home.path)/secrets", "--listen",
                "127.0.0.1:0", "--listen-ui", "127.0.0.1:0", "--ui-token", "env:PAGE_TOKEN",
                "--insecure-registry", "127.0.0.1:\(registry.port)", "--registry-auth",
                "127.0.0.1:\(registry.port)=env:LOGIN", "--pull-requests", "--forge", "gitea",
                "--forge-url", "http://127.0.0.1:\(forge.port)/api/v1", "--log-level", "debug",
            ]
        }

        /// Starts the service; its log is a file.
        func start() throws -> RunningProgram {
            let variables = [
                "LOGIN": login, "PAGE_TOKEN": pageToken, "SLUICE_FORGE_TOKEN": FakeGitea.token,
            ]
            return try RunningProgram(
                ["sh", "-c", "exec \"$0\" \"$@\" 2> '\(home.path)/log'", BuiltProgram.path]
                    + arguments, at: files.clone.path,
                environment: files.clone.environment.merging(variables) { $1 })
        }

        func log() throws -> String { try home.text(of: "log") }

        /// The port of a listener, once the log tells it.
        func port(of listener: String) throws -> Int? {
            let line = try log().split(separator: "\n").first {
                $0.contains("listening") && $0.contains("listener=\(listener)")
            }
            return (line?.firstMatch(of: /port=(\d+)/)).flatMap { Int($0.1) }
        }

        func state() throws -> String {
            try ProgramRun(
                "grep", ["--recursive", "--text", "--no-filename", "", "\(home.path)/data"],
                at: home.path, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
            ).output
        }
    }

    @Test func `neither log, page, metrics, state nor process list shows a secret`() async throws {
        let scene = try await Scene()
        var calls = ""
        var pages = ""
        let lines = try await ProcessWatch.commandLines(ofHome: scene.files.clone.home.path) {
            let program = try scene.start()
            while program.isRunning, scene.forge.entries.isEmpty {
                try await Task.sleep(for: .milliseconds(50))
            }
            let begun = try scene.log()
            #expect(program.isRunning, "\(begun)")
            let receivers = try #require(try scene.port(of: "receivers"))
            calls = try Python.run(
                ["-c", Self.caller],
                with: ["PORT": "\(receivers)", "TYPES": Self.types.joined(separator: " ")]
            ).output
            let page = try #require(try scene.port(of: "page"))
            pages = try Python.run(
                [
                    "-c",
                    """
                    import os, urllib.request
                    for path in ['/', '/metrics', '/healthz', '/readyz']:
                        request = urllib.request.Request(
                            f"http://127.0.0.1:{os.environ['PORT']}{path}",
                            headers={'Authorization': 'Bearer ' + os.environ['TOKEN']})
                        print(urllib.request.urlopen(request, timeout=20).read().decode())
                    """,
                ], with: ["PORT": "\(page)", "TOKEN": Self.pageToken]
            ).output
            // The state follows within a second.
            try await Task.sleep(for: .seconds(2))
            program.kill()
        }
        for line in calls.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let isSecretPath = ["generic", "dockerhub", "quay", "acr", "cdevents"]
                .contains(words[0])
            #expect(
                Array(words[1...3]) == [
                    words[0] == "gcr" ? "403" : "200", isSecretPath ? "200" : "403", "404",
                ], "\(line)")
        }
        let paths = calls.split(separator: "\n").compactMap {
            $0.split(separator: "/").last.map(String.init)
        }
        #expect(paths.count == Self.types.count)
        let log = try scene.log()
        let state = try scene.state()
        for (name, text) in [
            ("log", log), ("page", pages), ("state", state),
            ("process list", lines.joined(separator: "\n")),
        ] {
            #expect(Self.leaks(in: text) == [], "\(name)")
            #expect(paths.filter(text.contains) == [], "\(name)")
        }
        // What was searched is what it should be.
        #expect(log.contains("receiver called") && log.contains("pushed"))
        #expect(pages.contains("flux-system/harbor") && pages.contains("sluice_webhook_requests"))
        #expect(state.contains("flux-system/harbor") && lines.contains { $0.contains("push") })
        try await scene.forge.stop()
    }
}
