import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

struct CredentialTests {
    private func configuration(_ text: String) throws -> DockerConfiguration {
        try DockerConfiguration(Array(text.utf8), path: "config.json")
    }

    private func host(_ text: String) throws -> WebHost {
        try #require(WebHost(text))
    }

    private static let password = Credential.password(user: Secret("u"), password: Secret("p:q"))

    @Test(arguments: [
        ("ghcr.io", "ghcr.io"), ("https://ghcr.io", "ghcr.io"), ("https://ghcr.io/v1/", "ghcr.io"),
        ("http://ghcr.io/v2/", "ghcr.io"), ("GHCR.io", "ghcr.io"),
        ("https://index.docker.io/v1/", "docker.io"), ("docker.io", "docker.io"),
        ("localhost:5000", "localhost:5000"),
    ])
    func `a key of the configuration names a host`(key: String, image: String) throws {
        // "u:p:q"
        let docker = try configuration("{\"auths\": {\"\(key)\": {\"auth\": \"dTpwOnE=\"}}}")
        let reference = try RegistryImage("\(image)/org/app")
        #expect(try docker.credential(for: reference.host) == Self.password)
    }

    @Test(arguments: [
        "ghcr.io/org", "other.io", "ghcr.io:443", "ghcr.io.evil.io", "*.io", "https://ghcr.io/v3/",
        "ghcr.io@evil.io", "",
    ])
    func `keys of other hosts do not apply`(key: String) throws {
        let docker = try configuration("{\"auths\": {\"\(key)\": {\"auth\": \"dTpwOnE=\"}}}")
        #expect(try docker.credential(for: host("ghcr.io")) == nil)
    }

    @Test(arguments: [
        (#"{"username": "u", "password": "p:q"}"#, password),
        // "u:p:q" and two zeros.
        (#"{"auth": "dTpwOnEAAA=="}"#, password),
        (#"{"auth": "dTpwOnE=", "identitytoken": "i"}"#, .identityToken(Secret("i"))),
        (#"{"registrytoken": "r"}"#, .accessToken(Secret("r"))),
        (#"{}"#, nil), (#"{"auth": ""}"#, nil),
    ])
    func `an entry of the configuration is read`(entry: String, credential: Credential?) throws {
        let docker = try configuration("{\"auths\": {\"ghcr.io\": \(entry)}}")
        #expect(try docker.credential(for: host("ghcr.io")) == credential)
    }

    @Test(arguments: [#"{"auth": "%%"}"#, #"{"auth": "dXA="}"#, #"{"username": "u"}"#])
    func `a malformed entry concerns only its host`(entry: String) throws {
        let docker = try configuration(
            "{\"auths\": {\"ghcr.io\": \(entry), \"quay.io\": {\"auth\": \"dTpwOnE=\"}}}")
        #expect(throws: SettingsProblem.malformedConfiguration(path: "config.json")) {
            try docker.credential(for: host("ghcr.io"))
        }
        #expect(try docker.credential(for: host("quay.io")) == Self.password)
    }

    @Test(arguments: ["", "[]", "{\"auths\": 1}", "{\"auths\": {}", "{\"credsStore\": []}"])
    func `a malformed configuration is an error`(text: String) {
        #expect(throws: SettingsProblem.malformedConfiguration(path: "config.json")) {
            try configuration(text)
        }
    }

    @Test func `the configuration is found where Docker keeps it`() throws {
        let folder = try TemporaryDirectory()
        #expect(try DockerConfiguration.load(environment: [:]) == nil)
        #expect(try DockerConfiguration.load(environment: ["HOME": folder.path]) == nil)
        let text = #"{"auths": {"ghcr.io": {"auth": "dTpwOnE="}}}"#
        try folder.write(".docker/config.json", text)
        try folder.write("other/config.json", "{}")
        let home = try DockerConfiguration.load(environment: ["HOME": folder.path])
        #expect(try home?.credential(for: host("ghcr.io")) == Self.password)
        let variables = ["HOME": folder.path, "DOCKER_CONFIG": "\(folder.path)/other"]
        let other = try #require(try DockerConfiguration.load(environment: variables))
        #expect(try other.credential(for: host("ghcr.io")) == nil)
    }

    @Test func `a configuration that cannot be read is named`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("config.json/x", "")
        let path = "\(folder.path)/config.json"
        #expect(throws: SettingsProblem.unreadableConfiguration(path: path)) {
            try DockerConfiguration.load(environment: ["DOCKER_CONFIG": folder.path])
        }
    }

    @Test func `lines of credentials are read`() throws {
        let given = try CredentialStore.given(
            lines: "# comment\nghcr.io=u:p:q\n\n localhost:5000=u:p=1\r\ndocker.io=u:\n")
        #expect(given.count == 3)
        #expect(given[try host("ghcr.io")] == Self.password)
        let local = Credential.password(user: Secret("u"), password: Secret("p=1"))
        #expect(given[try host("localhost:5000")] == local)
    }

    @Test(arguments: [
        "ghcr.io", "ghcr.io=u", "=u:p", "ghcr.io=:p", "https://ghcr.io=u:p", "a b=u:p",
    ])
    func `the error of a malformed line has its number and not its text`(line: String) {
        #expect(throws: SettingsProblem.malformedCredentials(line: 2)) {
            try CredentialStore.given(lines: "ghcr.io=u:p\n\(line)\n")
        }
    }

    @Test func `secrets are never shown`() {
        let credentials: [Credential] = [
            .password(user: Secret("hidden"), password: Secret("hidden")),
            .identityToken(Secret("hidden")), .accessToken(Secret("hidden")),
        ]
        var dumped = ""
        dump(credentials, to: &dumped)
        dump(Authorization.bearer(Secret("hidden")), to: &dumped)
        #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains("hidden"))
    }
}
