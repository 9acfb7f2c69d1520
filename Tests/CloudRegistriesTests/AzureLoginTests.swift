import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

struct AzureLoginTests {
    private static let host = "org.azurecr.io"
    private static let user = "00000000-0000-0000-0000-000000000000"
    /// `{"exp":1767236400}`, three hours after the clock's start.
    private static let refresh = "e30.eyJleHAiOjE3NjcyMzY0MDB9.c2ln"

    private static func script(_ request: HTTPRequest) -> HTTPAnswer? {
        switch (request.address.host.name, request.address.path) {
        case ("org.azurecr.io", "/oauth2/exchange"):
            .json("{\"refresh_token\": \"\(refresh)\"}")
        case ("login.microsoftonline.com", "/tenant/oauth2/v2.0/token"):
            .json(#"{"access_token": "entra", "expires_in": 3600}"#)
        default: nil
        }
    }

    private func expectExchange(_ cloud: FakeCloud, _ login: RegistryLogin?) throws {
        let login = try #require(login)
        #expect(login.user.revealed == Self.user && login.password.revealed == Self.refresh)
        #expect(login.expires == 1_767_236_400)
        let last = try #require(cloud.sent.last)
        #expect(last.address.query == "api-version=2021-07-01")
        #expect(
            last.text == "grant_type=access_token&service=org.azurecr.io&access_token=entra")
    }

    @Test func `a client's secret gives a login`() async throws {
        let cloud = FakeCloud { Self.script($0) }
        let environment = [
            "AZURE_TENANT_ID": "tenant", "AZURE_CLIENT_ID": "client", "AZURE_CLIENT_SECRET": "s&x",
        ]
        try expectExchange(cloud, try await cloud.login(Self.host, environment))
        #expect(
            cloud.sent[0].text
                == "client_id=client&scope=https%3A%2F%2Fcontainerregistry.azure.net%2F.default"
                + "&grant_type=client_credentials&client_secret=s%26x")
    }

    @Test func `a federated token gives a login`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("token", "sa-token")
        let cloud = FakeCloud { Self.script($0) }
        let environment = [
            "AZURE_TENANT_ID": "tenant", "AZURE_CLIENT_ID": "client",
            "AZURE_FEDERATED_TOKEN_FILE": "\(folder.path)/token",
            "AZURE_AUTHORITY_HOST": "https://login.microsoftonline.com/",
        ]
        try expectExchange(cloud, try await cloud.login(Self.host, environment, provider: .azure))
        #expect(cloud.sent[0].text.hasSuffix("&client_assertion=sa-token"))
    }

    @Test func `a machine's identity is found by a quick request first`() async throws {
        let cloud = FakeCloud { request in
            guard request.address.host.name == "169.254.169.254" else {
                return Self.script(request)
            }
            guard request.field("Metadata") == "true" else { return .json("{}", status: 400) }
            #expect(
                request.address.query
                    == "api-version=2018-02-01&resource=https%3A%2F%2Fcontainerregistry.azure.net"
                    + "&client_id=client")
            return .json(#"{"access_token": "entra", "expires_in": "3600"}"#)
        }
        try expectExchange(
            cloud, try await cloud.login(Self.host, ["AZURE_CLIENT_ID": "client"]))
        #expect(cloud.addresses.count == 3)
    }

    @Test func `an application of App Service has its own endpoint`() async throws {
        let cloud = FakeCloud { request in
            request.field("X-IDENTITY-HEADER") == "proof"
                ? .json(#"{"access_token": "entra"}"#) : Self.script(request)
        }
        let environment = [
            "IDENTITY_ENDPOINT": "http://127.0.0.1:41/msi/token", "IDENTITY_HEADER": "proof",
        ]
        try expectExchange(cloud, try await cloud.login(Self.host, environment))
    }

    @Test(arguments: [
        ["AZURE_CLIENT_SECRET": "s", "AZURE_CLIENT_ID": "c"],
        ["AZURE_CLIENT_SECRET": "s", "AZURE_CLIENT_ID": "c", "AZURE_TENANT_ID": "../x"],
        [
            "AZURE_CLIENT_SECRET": "s", "AZURE_CLIENT_ID": "c", "AZURE_TENANT_ID": "t",
            "AZURE_AUTHORITY_HOST": "http://evil.example",
        ],
        ["IDENTITY_ENDPOINT": "http://evil.example/", "IDENTITY_HEADER": "h"],
        ["IDENTITY_ENDPOINT": "http://127.0.0.1/"], ["AZURE_CLIENT_CERTIFICATE_PATH": "/x.pem"],
    ])
    func `half a configuration, or one that leads elsewhere, sends nothing`(
        environment: [String: String]
    ) async {
        let cloud = FakeCloud { _ in .json(#"{"access_token": "x"}"#) }
        let failure = await cloud.failure(Self.host, environment)
        #expect(failure != nil && cloud.addresses.isEmpty)
    }

    @Test(arguments: [
        "{}", #"{"refresh_token": ""}"#, #"{"refresh_token": "a.b"}"#,
        #"{"refresh_token": "e30.e30.x"}"#, #"{"refresh_token": "e30.%%%.x"}"#,
    ])
    func `a malformed token of the registry is an error`(answer: String) async {
        let cloud = FakeCloud { request in
            request.address.path == "/oauth2/exchange" ? .json(answer) : Self.script(request)
        }
        let environment = [
            "AZURE_TENANT_ID": "tenant", "AZURE_CLIENT_ID": "client", "AZURE_CLIENT_SECRET": "s",
        ]
        #expect(
            await cloud.failure(Self.host, environment)
                == .malformedAnswer(service: "`org.azurecr.io`"))
    }

    @Test func `no identity is said with the places that were looked at`() async {
        let cloud = FakeCloud { _ in nil }
        let failure = await cloud.failure(Self.host, [:])
        #expect(failure == .noIdentity(.azure))
        #expect(failure.map { "\($0)".contains("AZURE_FEDERATED_TOKEN_FILE") } == true)
    }
}
