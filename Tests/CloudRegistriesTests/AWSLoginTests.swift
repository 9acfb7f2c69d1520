import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

struct AWSLoginTests {
    private static let host = "123456789012.dkr.ecr.eu-west-1.amazonaws.com"
    private static let keys = [
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "hidden",
    ]
    /// Base64 of `AWS:pass`.
    private static let token = #""authorizationToken": "QVdTOnBhc3M=", "expiresAt": 1767268800"#
    private static let answer = "{\"authorizationData\": [{\(token)}]}"
    private static let role =
        #"{"AccessKeyId": "ROLE", "SecretAccessKey": "s", "Token": "st", "Expiration": "2026-01-01T06:00:00Z"}"#

    private static func roleAnswer(_ action: String) -> HTTPAnswer {
        .json(
            """
            {"\(action)Response": {"\(action)Result": {"Credentials":
              {"AccessKeyId": "ROLE", "SecretAccessKey": "s", "SessionToken": "st", "Expiration": 1.0}}}}
            """)
    }

    private static func isECR(_ request: HTTPRequest) -> Bool {
        request.address.host.name == "api.ecr.eu-west-1.amazonaws.com"
    }

    @Test func `variables give the password of a private registry`() async throws {
        let cloud = FakeCloud { _ in .json(Self.answer) }
        let login = try #require(try await cloud.login(Self.host, Self.keys, provider: .aws))
        #expect(login.user.revealed == "AWS" && login.password.revealed == "pass")
        #expect(login.expires == 1_767_268_800)
        let request = try #require(cloud.sent.first)
        #expect(cloud.addresses == ["https://api.ecr.eu-west-1.amazonaws.com/"])
        #expect(
            request.field("x-amz-target")
                == "AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken")
    }

    @Test func `the public registry answers with one object`() async throws {
        let cloud = FakeCloud { _ in .json("{\"authorizationData\": {\(Self.token)}}") }
        #expect(try await cloud.login("public.ecr.aws", Self.keys)?.password.revealed == "pass")
        #expect(cloud.addresses == ["https://api.ecr-public.us-east-1.amazonaws.com/"])
    }

    @Test(arguments: [true, false])
    func `a service account's token becomes a role's key`(isJSON: Bool) async throws {
        let folder = try TemporaryDirectory()
        try folder.write("token", "jwt-1\n")
        let cloud = FakeCloud { request in
            if Self.isECR(request) { return .json(Self.answer) }
            guard request.address.host.name == "sts.eu-west-1.amazonaws.com" else { return nil }
            return isJSON
                ? Self.roleAnswer("AssumeRoleWithWebIdentity")
                : .json(
                    "<A><Credentials><AccessKeyId>ROLE</AccessKeyId><SecretAccessKey>s"
                        + "</SecretAccessKey><SessionToken>st</SessionToken></Credentials></A>")
        }
        let environment = [
            "AWS_WEB_IDENTITY_TOKEN_FILE": "\(folder.path)/token",
            "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/r",
        ]
        let logins = cloud.logins(environment)
        let host = try #require(WebHost(Self.host))
        #expect(try await logins.login(for: host)?.password.revealed == "pass")
        let requests = cloud.sent
        #expect(
            requests[0].text.contains("WebIdentityToken=jwt-1&")
                || requests[0].text.hasSuffix("WebIdentityToken=jwt-1"))
        #expect(requests[0].authorization == nil)
        #expect(requests[1].field("x-amz-security-token") == "st")
        // Kubernetes rewrites the file.
        try folder.write("token", "jwt-2\n")
        cloud.advance(by: 3601)
        _ = try await logins.login(for: host)
        #expect(cloud.sent[2].text.contains("WebIdentityToken=jwt-2"))
    }

    @Test func `a profile's role is assumed with the key of another profile`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            ".aws/config",
            """
            # comment
            [profile deploy]
            role_arn = arn:aws:iam::1:role/deploy
            source_profile = base
            external_id = e1
            """)
        try folder.write(
            ".aws/credentials",
            "[base]\naws_access_key_id = BASE\naws_secret_access_key = s/+=\n")
        let cloud = FakeCloud { request in
            Self.isECR(request) ? .json(Self.answer) : Self.roleAnswer("AssumeRole")
        }
        let environment = ["HOME": folder.path, "AWS_PROFILE": "deploy"]
        #expect(try await cloud.login(Self.host, environment) != nil)
        let requests = cloud.sent
        #expect(
            requests[0].text.contains("Action=AssumeRole&")
                && requests[0].text.contains("ExternalId=e1"))
        #expect(
            requests[0].field("Authorization")?.contains("Credential=BASE/20260101/eu-west-1/sts/")
                == true)
        #expect(requests[1].field("Authorization")?.contains("Credential=ROLE/") == true)
    }

    @Test(arguments: [
        "credential_process = /bin/evil", "sso_start_url = https://sso.example",
        "role_arn = r\nsource_profile = default",
    ])
    func `a profile runs no program and ends`(settings: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write(".aws/config", "[default]\n\(settings)\n")
        let cloud = FakeCloud { _ in nil }
        let failure = await cloud.failure(Self.host, ["HOME": folder.path])
        #expect(failure != nil)
        #expect(!cloud.addresses.contains { $0.hasPrefix("https") })
    }

    @Test func `roles that assume each other end`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            ".aws/config",
            """
            [default]
            role_arn = r
            source_profile = other
            [profile other]
            role_arn = r
            source_profile = default
            """)
        let cloud = FakeCloud { _ in nil }
        let failure = await cloud.failure(Self.host, ["HOME": folder.path])
        guard case .unsupported? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `a pod's credentials come from its agent`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("token", "agent-token")
        let cloud = FakeCloud { request in
            Self.isECR(request) ? .json(Self.answer) : .json(Self.role)
        }
        let environment = [
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.23/v1/credentials",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "\(folder.path)/token",
        ]
        #expect(try await cloud.login(Self.host, environment) != nil)
        #expect(cloud.sent[0].field("Authorization") == "agent-token")
        #expect(cloud.addresses[0] == "http://169.254.170.23/v1/credentials")
    }

    @Test(arguments: [
        "http://evil.example/", "http://169.254.170.2.evil.example/", "http://10.0.0.1/", "ftp://x",
    ])
    func `a container's token goes to no other host in plain text`(address: String) async {
        let cloud = FakeCloud { _ in .json(Self.role) }
        let failure = await cloud.failure(
            Self.host,
            [
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": address,
                "AWS_CONTAINER_AUTHORIZATION_TOKEN": "t",
            ])
        #expect(failure != nil && cloud.addresses.isEmpty)
    }

    @Test func `an instance's role is asked for with a session token`() async throws {
        let cloud = FakeCloud { request in
            if Self.isECR(request) { return .json(Self.answer) }
            let isKnown = request.field("X-aws-ec2-metadata-token") == "session"
            return switch (request.method.name, request.address.path) {
            case ("PUT", "/latest/api/token"): .json("session")
            case ("GET", "/latest/meta-data/iam/security-credentials/") where isKnown:
                .json("web\n")
            case ("GET", "/latest/meta-data/iam/security-credentials/web") where isKnown:
                .json(Self.role)
            default: nil
            }
        }
        #expect(try await cloud.login(Self.host, [:]) != nil)
        #expect(cloud.sent.last?.field("x-amz-security-token") == "st")
        #expect(
            await cloud.failure(Self.host, ["AWS_EC2_METADATA_DISABLED": "true"])
                == .noIdentity(.aws))
    }

    @Test(arguments: [
        (
            #"{"__type": "com.amazon#AccessDeniedException", "message": "hidden"}"#,
            "AccessDeniedException"
        ),
        ("<Error><Code>AccessDenied</Code></Error>", "AccessDenied"), ("gibberish", nil),
    ])
    func `a refusal is told by its code alone`(body: String, code: String?) async {
        let cloud = FakeCloud { _ in .json(body, status: 400) }
        let failure = await cloud.failure(Self.host, Self.keys)
        guard case .refused(_, 400, let found, _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(found == code)
        #expect(failure.map { !"\($0)".contains("hidden") } == true)
    }

    @Test func `a wrong clock is told`() async {
        let cloud = FakeCloud { _ in
            .json("{}", status: 403, [HTTPField("Date", "Thu, 01 Jan 2026 01:00:00 GMT")])
        }
        let failure = await cloud.failure(Self.host, Self.keys)
        #expect(failure == .clockSkew(service: "ECR in `eu-west-1`", seconds: 3600))
        #expect(failure.map { "\($0)".contains("60 min behind") } == true)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"authorizationData": []}"#,
        #"{"authorizationData": [{"authorizationToken": "eA==", "expiresAt": 1767268800}]}"#,
        #"{"authorizationData": [{"authorizationToken": "%", "expiresAt": 1767268800}]}"#,
        #"{"authorizationData": [{"authorizationToken": "YTpiOmM=", "expiresAt": 1767268800}]}"#,
        #"{"authorizationData": [{"authorizationToken": "QVdTOnBhc3M=", "expiresAt": 1e300}]}"#,
        #"{"authorizationData": [{"authorizationToken": "QVdTOnBhc3M=", "expiresAt": "soon"}]}"#,
        String(repeating: "[", count: 100_000),
    ])
    func `malformed answers are errors`(body: String) async {
        let cloud = FakeCloud { _ in .json(body) }
        #expect(
            await cloud.failure(Self.host, Self.keys)
                == .malformedAnswer(service: "ECR in `eu-west-1`"))
    }

    @Test func `a redirect is not followed`() async {
        let cloud = FakeCloud { _ in
            .json("", status: 307, [HTTPField("Location", "https://evil.example/")])
        }
        let failure = await cloud.failure(Self.host, Self.keys)
        guard case .refused(_, 307, nil, _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(cloud.addresses == ["https://api.ecr.eu-west-1.amazonaws.com/"])
    }
}
