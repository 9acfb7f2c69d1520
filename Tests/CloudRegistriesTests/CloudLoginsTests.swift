import Synchronization
import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

struct CloudLoginsTests {
    private static let host = WebHost(name: "123456789012.dkr.ecr.eu-west-1.amazonaws.com")
    private static let other = WebHost(name: "210987654321.dkr.ecr.eu-west-1.amazonaws.com")
    private static let keys = [
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "hidden",
    ]

    /// `AWS:pass`, for twelve hours from the clock's start.
    private static let answer = HTTPAnswer.json(
        #"{"authorizationData": [{"authorizationToken": "QVdTOnBhc3M=", "expiresAt": 1767268800}]}"#
    )

    @Test func `a hundred images make one request`() async throws {
        let cloud = FakeCloud { _ in
            await Task.yield()
            return Self.answer
        }
        let logins = cloud.logins(Self.keys)
        let found = await withTaskGroup(of: RegistryLogin?.self) { group in
            for index in 0..<100 {
                group.addTask {
                    try? await logins.login(for: index % 2 == 0 ? Self.host : Self.other)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count == 100 && !found.contains(nil))
        #expect(cloud.addresses.count == 1)
        #expect(cloud.sent.allSatisfy { $0.bodyLimit <= 1 << 18 })
        #expect(
            await logins.expiries == [
                Self.host.description: 1_767_268_800, Self.other.description: 1_767_268_800,
            ])
    }

    @Test func `regions have logins of their own`() async throws {
        let cloud = FakeCloud { _ in Self.answer }
        let logins = cloud.logins(Self.keys)
        _ = try await logins.login(for: Self.host)
        _ = try await logins.login(
            for: WebHost(name: "123456789012.dkr.ecr.us-east-1.amazonaws.com"))
        _ = try await logins.login(for: WebHost(name: "public.ecr.aws"))
        #expect(Set(cloud.addresses).count == 3)
    }

    @Test func `a login is used for an hour, and renewed`() async throws {
        let cloud = FakeCloud { _ in Self.answer }
        let logins = cloud.logins(Self.keys)
        _ = try await logins.login(for: Self.host)
        cloud.advance(by: 3599)
        _ = try await logins.login(for: Self.host)
        #expect(cloud.addresses.count == 1)
        cloud.advance(by: 1)
        _ = try await logins.login(for: Self.host)
        #expect(cloud.addresses.count == 2)
    }

    @Test func `a short login is used for four fifths of its life`() async throws {
        let cloud = FakeCloud { _ in Self.answer }
        let logins = cloud.logins(Self.keys)
        // A thousand seconds are left.
        cloud.setTime(1_767_268_800 - 1000)
        _ = try await logins.login(for: Self.host)
        cloud.advance(by: 799)
        _ = try await logins.login(for: Self.host)
        #expect(cloud.addresses.count == 1)
        cloud.advance(by: 1)
        _ = try await logins.login(for: Self.host)
        #expect(cloud.addresses.count == 2)
    }

    @Test func `an old login serves while none can be fetched`() async throws {
        let isDown = Mutex(false)
        let cloud = FakeCloud { _ in
            isDown.withLock { $0 } ? .json("", status: 500) : Self.answer
        }
        let logins = cloud.logins(Self.keys)
        _ = try await logins.login(for: Self.host)
        isDown.withLock { $0 = true }
        cloud.advance(by: 7200)
        #expect(try await logins.login(for: Self.host)?.password.revealed == "pass")
        let count = cloud.addresses.count
        _ = try await logins.login(for: Self.host)
        #expect(cloud.addresses.count == count, "a failure is remembered")
        cloud.setTime(1_767_268_800)
        await #expect(throws: CloudError.self) { try await logins.login(for: Self.host) }
        #expect(await logins.expiries.isEmpty)
        isDown.withLock { $0 = false }
        cloud.setTime(1_767_225_600)
        _ = try await logins.login(for: Self.host)
    }

    @Test func `a machine without a cloud waits once for metadata`() async throws {
        let cloud = FakeCloud(outcomes: { _ in
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                return .failure(.cancelled)
            }
            return .failure(.noConnection(.noAnswer))
        })
        let logins = cloud.logins([:])
        for region in ["a-1", "b-1", "c-1", "d-1"] {
            let host = try #require(WebHost("123456789012.dkr.ecr.\(region).amazonaws.com"))
            await #expect(throws: CloudError.noIdentity(.aws)) { try await logins.login(for: host) }
        }
        #expect(cloud.addresses == ["http://169.254.169.254/latest/api/token"])
    }

    @Test func `metadata never goes through a proxy`() async throws {
        let environment = ["HTTP_PROXY": "http://127.0.0.1:1", "HTTPS_PROXY": "http://127.0.0.1:1"]
        let proxies = try ProxySettings(environment: environment)
        for text in [
            "http://169.254.169.254/", "http://169.254.170.2/x", "http://169.254.170.23/",
            "http://[fd00:ec2::23]/", "http://metadata.google.internal/",
        ] {
            #expect(proxies.proxy(for: try #require(WebAddress(text))) == nil, "\(text)")
        }
        for text in [
            "http://169.254.169.254.evil.example/", "http://169.255.0.1/", "https://sts.x.example/",
        ] {
            #expect(proxies.proxy(for: try #require(WebAddress(text))) != nil, "\(text)")
        }
    }

    @Test func `no error shows a secret`() async throws {
        let cloud = FakeCloud { _ in .json(#"{"message": "hidden"}"#, status: 403) }
        let failure = try #require(await cloud.failure("\(Self.host)", Self.keys))
        var dumped = "\(failure)"
        dump(failure, to: &dumped)
        #expect(!dumped.contains("hidden"))
    }
}
