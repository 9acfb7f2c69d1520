import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Runs real programs from a directory that is added to the system's `PATH`.
@Suite(.onOwnThreads)
struct CredentialHelperTests {
    private let folder: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryDirectory()
        environment = ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "KEPT": "yes"]
    }

    private func credential(
        _ script: String, for host: String = "ghcr.io", limit: Duration = .seconds(900)
    ) async throws -> Credential? {
        try folder.writeProgram("bin/docker-credential-test", "#!/bin/sh\n\(script)\n")
        let helper = try #require(CredentialHelper(name: "test"))
        return try await helper.credential(
            for: try #require(WebHost(host)), environment: environment, limit: limit)
    }

    @Test func `a helper is asked for the host`() async throws {
        let script = """
            [ "$*" = get ] && [ "$KEPT" = yes ] || exit 1
            read -r server || true
            printf '{"ServerURL": "x", "Username": "%s", "Secret": "p"}' "$server"
            """
        let credential = try await credential(script, for: "localhost:5000")
        #expect(
            credential == .password(user: Secret("localhost:5000"), password: Secret("p")))
        let hub = try await self.credential(script, for: "docker.io")
        #expect(
            hub == .password(user: Secret("https://index.docker.io/v1/"), password: Secret("p")))
    }

    @Test func `an identity token is recognised by its user name`() async throws {
        let credential = try await credential(
            #"printf '{"Username": "<token>", "Secret": "i"}'"#)
        #expect(credential == .identityToken(Secret("i")))
    }

    @Test func `a helper may have no credential`() async throws {
        let credential = try await credential(
            "echo 'credentials not found in native keychain'; exit 1")
        #expect(credential == nil)
    }

    @Test(arguments: [
        "echo hidden; exit 1", "echo hidden", "head -c 100000 /dev/zero", "kill -9 $$", "true",
        "cat; echo; exit 2", "sleep 5 & exit 0",
    ])
    func `the error of a helper names the program and nothing else`(script: String) async throws {
        await #expect(throws: SettingsProblem.helperFailed(program: "docker-credential-test")) {
            try await credential(script)
        }
    }

    /// The helper itself hangs, or a program that it started.
    @Test(arguments: ["exec sleep 1000", "sleep 1000; true"])
    func `a helper that hangs is ended`(script: String) async throws {
        await #expect(
            throws: SettingsProblem.helperTimedOut(
                program: "docker-credential-test", limitSeconds: 1)
        ) {
            try await credential(script, limit: .seconds(1))
        }
    }

    @Test func `a missing helper is named`() async throws {
        let helper = try #require(CredentialHelper(name: "absent"))
        await #expect(throws: SettingsProblem.helperMissing(program: "docker-credential-absent")) {
            try await helper.credential(
                for: try #require(WebHost("ghcr.io")), environment: environment,
                limit: .seconds(900))
        }
    }

    @Test func `a helper is not run from the current directory`() async throws {
        try folder.writeProgram("bin/docker-credential-near", "#!/bin/sh\nexit 1\n")
        let root = String(repeating: "../", count: 40) + folder.path.dropFirst()
        let helper = try #require(CredentialHelper(name: "near"))
        await #expect(throws: SettingsProblem.helperMissing(program: "docker-credential-near")) {
            try await helper.credential(
                for: try #require(WebHost("ghcr.io")),
                environment: ["PATH": "\(root)/bin:/usr/bin"], limit: .seconds(900))
        }
    }

    @Test(arguments: [
        "", "../evil", "a/b", "a b", "a;b", "a\nb", String(repeating: "a", count: 200),
    ])
    func `a name with a path or other characters is not a helper`(name: String) {
        #expect(CredentialHelper(name: name) == nil)
    }

    @Test func `the helper of a host comes before the common one`() async throws {
        for name in ["one", "all"] {
            try folder.writeProgram(
                "bin/docker-credential-\(name)",
                """
                #!/bin/sh
                read -r server || true
                [ "$server" != quay.io ] || { echo 'credentials not found in native keychain'; exit 1; }
                printf '{"Username": "\(name)", "Secret": "p"}'
                """)
        }
        try folder.write(
            "config.json",
            """
            {"auths": {"quay.io": {"auth": "dTpw"}, "given.io": {"auth": "dTpw"}},
             "credHelpers": {"ghcr.io": "one", "bad.io": "../x"}, "credsStore": "all"}
            """)
        let docker = try DockerConfiguration.load(environment: ["DOCKER_CONFIG": folder.path])
        let store = CredentialStore(
            given: try CredentialStore.given(lines: "given.io=me:p"), docker: docker,
            environment: environment, helperLimit: .seconds(900))
        func user(_ host: String) async throws -> String? {
            let credential = try await store.credential(for: try #require(WebHost(host)))
            guard case .password(let user, _) = credential else { return nil }
            return user.revealed
        }
        #expect(try await user("ghcr.io") == "one")
        #expect(try await user("other.io") == "all")
        #expect(try await user("quay.io") == "u")
        #expect(try await user("given.io") == "me")
        await #expect(throws: SettingsProblem.invalidHelperName(host: "bad.io")) {
            try await user("bad.io")
        }
    }
}
