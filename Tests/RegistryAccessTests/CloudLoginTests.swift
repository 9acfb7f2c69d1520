import CloudRegistries
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// A registry of Amazon's and its API, in memory.
private final class Amazon: HTTPTransport {
    private let passwords = Mutex<[String]>([])
    /// 12 hours of life, as Amazon gives.
    private static let token =
        #"{"authorizationData": [{"authorizationToken": "QVdTOnBhc3M=", "expiresAt": 784154977}]}"#

    var sentPasswords: [String] { passwords.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let name = request.address.host.name
        if name.hasPrefix("api.ecr.") {
            return HTTPAnswer(status: 200, body: Array(Self.token.utf8))
        }
        guard name.hasSuffix(".amazonaws.com") || name == "r.example" else {
            throw .noConnection(.unreachable)
        }
        guard let authorization = request.authorization else {
            return HTTPAnswer(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=x")])
        }
        passwords.withLock { $0.append(authorization.value.revealed) }
        return HTTPAnswer(status: 200, body: Array(#"{"tags": ["1.0"]}"#.utf8))
    }
}

struct CloudLoginTests {
    private static let host = "123456789012.dkr.ecr.eu-west-1.amazonaws.com"
    private static let keys = ["AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "s"]
    private static let cloudPassword = "Basic QVdTOnBhc3M="

    private let amazon = Amazon()

    private func client(
        _ store: CredentialStore, now: @escaping @Sendable () -> Int = { 784_111_777 }
    ) -> RegistryClient {
        let timing = Timing(pause: { _ in }, random: { 0 }, secondsSince1970: now)
        var options = RegistryClient.Options(timing: timing)
        options.credentials = store
        return RegistryClient(options: options, transport: amazon)
    }

    private func given() throws -> [WebHost: Credential] {
        try CredentialStore.given(lines: "\(Self.host)=alice:wonder!")
    }

    @Test(arguments: [nil, "generic", "aws"])
    func `a cloud's registry is read with the machine's identity`(provider: String?) async throws {
        let client = client(CredentialStore(environment: Self.keys))
        let image = try RegistryImage("\(Self.host)/app", provider: provider)
        #expect(try await client.tags(of: image) == ["1.0"])
        #expect(amazon.sentPasswords == [Self.cloudPassword])
        #expect(await client.loginExpiries == [Self.host: 784_154_977])
    }

    @Test func `credentials for the run come first, unless the manifest names a cloud`()
        async throws
    {
        let client = client(CredentialStore(given: try given(), environment: Self.keys))
        _ = try await client.tags(of: RegistryImage("\(Self.host)/app"))
        _ = try await client.tags(of: RegistryImage("\(Self.host)/app", provider: "aws"))
        #expect(
            amazon.sentPasswords == ["Basic YWxpY2U6d29uZGVyIQ==", Self.cloudPassword])
    }

    @Test func `a provider whose registry it is not is an error, and nothing is sent`() async throws
    {
        let store = CredentialStore(
            given: try CredentialStore.given(lines: "r.example=a:b"), environment: Self.keys)
        let image = try RegistryImage("r.example/app", provider: "aws")
        let client = client(store)
        let error = await #expect(throws: RegistryError.self) { try await client.tags(of: image) }
        #expect(error?.reason == .cloud(.foreignHost(host: "r.example", .aws)))
        #expect(error.map { "\($0)".contains("`spec.provider` is `aws`") } == true)
        #expect(amazon.sentPasswords.isEmpty)
    }

    @Test func `a registry that wants a login says where none was found`() async throws {
        let store = CredentialStore(environment: ["AWS_EC2_METADATA_DISABLED": "true"])
        let client = client(store)
        for provider in [nil, "aws"] {
            let image = try RegistryImage("\(Self.host)/app", provider: provider)
            let error = await #expect(throws: RegistryError.self) {
                try await client.tags(of: image)
            }
            #expect(error?.reason == .cloud(.noIdentity(.aws)))
        }
    }

    @Test func `files of credentials are read again while a run lasts`() async throws {
        let folder = try TemporaryDirectory()
        let time = SharedTime(784_111_777)
        let configuration = { (auth: String) in
            "{\"auths\": {\"r.example\": {\"auth\": \"\(auth)\"}}}"
        }
        // "a:1" and "a:2"
        try folder.write("config.json", configuration("YTox"))
        let path = folder.path
        let store = CredentialStore(
            given: { () throws(SettingsProblem) in [:] },
            docker: { () throws(SettingsProblem) in
                try DockerConfiguration.load(environment: ["DOCKER_CONFIG": path])
            }, environment: [:])
        let client = client(store, now: { time.value })
        let image = try RegistryImage("r.example/app")
        _ = try await client.tags(of: image)
        try folder.write("config.json", configuration("YToy"))
        time.advance(by: 30)
        _ = try await client.tags(of: image)
        time.advance(by: 300)
        _ = try await client.tags(of: image)
        #expect(
            amazon.sentPasswords == ["Basic YTox", "Basic YTox", "Basic YToy"])
    }
}

private final class SharedTime: Sendable {
    private let seconds: Mutex<Int>

    init(_ start: Int) { seconds = Mutex(start) }

    var value: Int { seconds.withLock { $0 } }

    func advance(by difference: Int) { seconds.withLock { $0 += difference } }
}
