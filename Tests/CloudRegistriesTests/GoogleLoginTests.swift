import Foundation
import JWTKit
import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

struct GoogleLoginTests {
    private static let host = "europe-west1-docker.pkg.dev"
    private static let token = #"{"access_token": "google", "expires_in": 3599}"#
    private static let flavor = HTTPField("Metadata-Flavor", "Google")

    private func environment(
        _ folder: TemporaryDirectory, _ text: String
    ) throws -> [String: String] {
        try folder.write("key.json", text)
        return ["GOOGLE_APPLICATION_CREDENTIALS": "\(folder.path)/key.json"]
    }

    @Test(.enabled(if: Programs.has("openssl"), "openssl is not installed"))
    func `a service account's key signs the request for a token`() async throws {
        let folder = try TemporaryDirectory()
        let run = try ProgramRun(
            "openssl", ["genrsa", "2048"], at: folder.path,
            environment: ProcessInfo.processInfo.environment)
        let key = run.output.replacingOccurrences(of: "\n", with: "\\n")
        let variables = try environment(
            folder,
            """
            {"type": "service_account", "client_email": "sa@p.iam.gserviceaccount.com",
             "private_key": "\(key)", "private_key_id": "k1",
             "token_uri": "https://oauth2.googleapis.com/token"}
            """)
        let cloud = FakeCloud { _ in .json(Self.token) }
        let login = try #require(try await cloud.login(Self.host, variables, provider: .gcp))
        #expect(login.user.revealed == "oauth2accesstoken")
        #expect(login.password.revealed == "google" && login.expires == 1_767_225_600 + 3599)
        let form = try #require(cloud.sent.first?.text)
        let assertion = try #require(form.split(separator: "assertion=").last).description
        let keys = JWTKeyCollection()
        let publicKey = try Insecure.RSA.PrivateKey(pem: run.output).publicKey
        await keys.add(rsa: publicKey, digestAlgorithm: .sha256, kid: "k1")
        let claims = try await keys.verify(assertion, as: Claims.self)
        #expect(claims.iss == "sa@p.iam.gserviceaccount.com")
        #expect(claims.aud == "https://oauth2.googleapis.com/token")
        #expect(claims.iat == 1_767_225_600 && claims.exp == claims.iat + 3600)
        #expect(claims.scope.contains("auth/cloud-platform"))
    }

    private struct Claims: JWTPayload {
        let iss: String
        let aud: String
        let iat: Int
        let exp: Int
        let scope: String

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    @Test func `a user's login is renewed`() async throws {
        let folder = try TemporaryDirectory()
        let text = """
            {"type": "authorized_user", "client_id": "c", "client_secret": "s",
             "refresh_token": "r"}
            """
        try folder.write(".config/gcloud/application_default_credentials.json", text)
        let cloud = FakeCloud { _ in .json(Self.token) }
        #expect(try await cloud.login(Self.host, ["HOME": folder.path]) != nil)
        #expect(
            cloud.sent[0].text
                == "grant_type=refresh_token&client_id=c&client_secret=s&refresh_token=r")
    }

    private static func external(_ source: String, _ more: String = "") -> String {
        """
        {"type": "external_account", "audience": "//iam.googleapis.com/p",
         "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
         "token_url": "https://sts.googleapis.com/v1/token", "credential_source": \(source)\(more)}
        """
    }

    @Test(arguments: [
        ("subject\n", ""),
        (
            #"{"n": 1, "t": "subject"}"#,
            #", "format": {"type": "json", "subject_token_field_name": "t"}"#
        ),
    ])
    func `another provider's token is exchanged, and a service account impersonated`(
        file: String, format: String
    ) async throws {
        let folder = try TemporaryDirectory()
        try folder.write("token", file)
        let more =
            #", "service_account_impersonation_url": "https://iamcredentials.googleapis.com/v1/sa:generateAccessToken""#
        let variables = try environment(
            folder, Self.external("{\"file\": \"\(folder.path)/token\"\(format)}", more))
        let cloud = FakeCloud { request in
            if request.address.host.name == "sts.googleapis.com" { return .json(Self.token) }
            guard request.field("Authorization") == "Bearer google" else { return nil }
            return .json(
                #"{"accessToken": "impersonated", "expireTime": "2026-01-01T01:00:00Z"}"#)
        }
        let login = try await cloud.login(Self.host, variables)
        #expect(login?.password.revealed == "impersonated")
        #expect(login?.expires == 1_767_229_200)
        #expect(cloud.sent[0].text.contains("&subject_token=subject&"))
        #expect(
            cloud.addresses.last
                == "https://iamcredentials.googleapis.com/v1/sa:generateAccessToken")
    }

    @Test func `a token may come from a link-local address`() async throws {
        let folder = try TemporaryDirectory()
        let variables = try environment(
            folder,
            Self.external(
                #"{"url": "http://169.254.169.254/token", "headers": {"Metadata": "True"}}"#))
        let cloud = FakeCloud { request in
            request.address.host.name == "169.254.169.254"
                ? (request.field("Metadata") == "True" ? .json("subject") : nil)
                : .json(Self.token)
        }
        #expect(try await cloud.login(Self.host, variables)?.password.revealed == "google")
    }

    @Test func `an identity of AWS is proved by a signed request`() async throws {
        let folder = try TemporaryDirectory()
        var variables = try environment(
            folder, Self.external(#"{"environment_id": "aws1"}"#))
        variables["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
        variables["AWS_SECRET_ACCESS_KEY"] = "hidden"
        variables["AWS_REGION"] = "eu-west-1"
        let cloud = FakeCloud { _ in .json(Self.token) }
        #expect(try await cloud.login(Self.host, variables) != nil)
        let text = cloud.sent[0].text
        #expect(text.contains("subject_token=%257B%2522url%2522") && !text.contains("hidden"))
    }

    @Test(arguments: [
        #"{"executable": {"command": "/bin/evil"}}"#, #"{"url": "https://evil.example/"}"#,
        #"{"url": "http://169.254.169.254.evil.example/"}"#, "{}", #"{"file": "/absent"}"#,
        #"{"environment_id": "aws2"}"#,
    ])
    func `sources that are not safe are refused before anything is sent`(
        source: String
    ) async throws {
        let folder = try TemporaryDirectory()
        let variables = try environment(folder, Self.external(source))
        let cloud = FakeCloud { _ in .json(Self.token) }
        #expect(await cloud.failure(Self.host, variables) != nil)
        #expect(cloud.addresses.isEmpty)
    }

    @Test func `a token goes only to Google's exchange`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("token", "subject")
        let text = Self.external("{\"file\": \"\(folder.path)/token\"}")
            .replacing("sts.googleapis.com", with: "sts.googleapis.com.evil.example")
        let variables = try environment(folder, text)
        let cloud = FakeCloud { _ in .json(Self.token) }
        guard case .addressRefused? = await cloud.failure(Self.host, variables) else {
            Issue.record("the address is not refused")
            return
        }
        #expect(cloud.addresses.isEmpty)
    }

    @Test(arguments: ["", "{}", #"{"type": "service_account"}"#, #"{"type": "gdch"}"#])
    func `a fault in the named file ends the search`(text: String) async throws {
        let folder = try TemporaryDirectory()
        let variables = try environment(folder, text)
        let cloud = FakeCloud { _ in .json(Self.token, [Self.flavor]) }
        #expect(await cloud.failure(Self.host, variables) != nil)
        #expect(cloud.addresses.isEmpty)
    }

    @Test func `the metadata server gives a token`() async throws {
        let cloud = FakeCloud { request in
            request.address.host.name == "metadata.google.internal"
                ? .json(Self.token, [Self.flavor]) : nil
        }
        #expect(try await cloud.login("eu.gcr.io", [:])?.password.revealed == "google")
        let other = FakeCloud { _ in .json(Self.token) }
        #expect(await other.failure("eu.gcr.io", [:]) == .noIdentity(.gcp))
    }

    @Test func `a token that has ended is of no use`() async {
        let cloud = FakeCloud { _ in
            .json(#"{"access_token": "x", "expires_in": 0}"#, [Self.flavor])
        }
        #expect(
            await cloud.failure("gcr.io", [:])
                == .outdatedAnswer(service: "Google's metadata server"))
    }
}
