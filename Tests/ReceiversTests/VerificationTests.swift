import Crypto
import Receivers
import TestSupport
import Testing

/// Calls of all types but Google's: authentic ones, forged ones, and those that are merely of no
/// use.
@Suite struct VerificationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let fields: [String: String]
        var body = #"{"a":1}"#
        var contentType: String? = "application/json"
        let status: Int

        var testDescription: String { "\(type) \(fields) \(contentType ?? "") -> \(status)" }
    }

    // HMACs of `{"a":1}` with the key `tok`, computed with other programs.
    static let sha1 = "ec741a6faa2fb4d7a2d112c09dd0b1e100957160"
    static let sha256 = "fcb93d7faab6ce8c457ae0bad1110a8c13c3251cce9508e942a8298db42097d0"
    static let sha512 =
        "df8c5b35090a2bda94f813d8196cbeb74d80d389ed8b93dbcf60924c795565647d656af7faf6151a"
        + "50a4d75eda381a545ab7650cbcb1bdd81d0ef8329460c3a4"
    static let forged = "0" + sha256.dropFirst()

    static let signed: [Case] = [
        Case(type: "generic-hmac", fields: ["x-signature": "sha1=\(sha1)"], status: 200),
        Case(type: "generic-hmac", fields: ["X-Signature": "sha256=\(sha256)"], status: 200),
        Case(
            type: "generic-hmac", fields: ["x-signature": "sha256=\(sha256.uppercased())"],
            status: 200),
        Case(type: "generic-hmac", fields: ["x-signature": "sha512=\(sha512)"], status: 200),
        Case(type: "generic-hmac", fields: ["x-signature": "sha256=\(forged)"], status: 403),
        Case(
            type: "generic-hmac", fields: ["x-signature": "sha256=\(sha256)"],
            body: #"{"a":2}"#, status: 403),
        Case(type: "generic-hmac", fields: ["x-signature": "sha512=\(sha256)"], status: 403),
        Case(type: "generic-hmac", fields: ["x-signature": "md5=\(sha256)"], status: 403),
        Case(type: "generic-hmac", fields: ["x-signature": sha256], status: 403),
        Case(type: "generic-hmac", fields: ["x-signature": "sha256="], status: 403),
        Case(type: "generic-hmac", fields: ["x-signature": "sha256=\(sha256)00"], status: 403),
        Case(type: "generic-hmac", fields: [:], status: 403),
        Case(type: "github", fields: ["x-hub-signature-256": "sha256=\(sha256)"], status: 200),
        Case(type: "github", fields: ["x-hub-signature": "sha1=\(sha1)"], status: 200),
        Case(
            type: "github",
            fields: ["x-hub-signature-256": "sha256=\(forged)", "x-hub-signature": "sha1=\(sha1)"],
            status: 403),
        // Gitea without a secret.
        Case(type: "github", fields: ["x-hub-signature-256": "sha256="], status: 403),
        Case(type: "github", fields: [:], status: 403),
        Case(
            type: "github", fields: ["x-hub-signature-256": "sha256=\(sha256)"],
            contentType: "text/plain", status: 400),
        Case(type: "bitbucket", fields: ["x-hub-signature": "sha256=\(sha256)"], status: 200),
        Case(type: "bitbucket", fields: ["x-hub-signature": "sha256=\(forged)"], status: 403),
        Case(type: "nexus", fields: ["x-nexus-webhook-signature": sha1], status: 200),
        Case(type: "nexus", fields: ["x-nexus-webhook-signature": "sha1=\(sha1)"], status: 403),
        Case(type: "nexus", fields: ["x-nexus-webhook-signature": sha256], status: 403),
        Case(type: "nexus", fields: [:], status: 403),
    ]

    static let others: [Case] = [
        Case(type: "gitlab", fields: ["x-gitlab-token": "tok"], status: 200),
        Case(type: "gitlab", fields: ["x-gitlab-token": "tok "], status: 403),
        Case(type: "gitlab", fields: ["x-gitlab-token": ""], status: 403),
        Case(type: "gitlab", fields: [:], status: 403),
        Case(type: "gitlab", fields: ["x-gitlab-token": "tok"], body: "{", status: 400),
        Case(type: "harbor", fields: ["authorization": "tok"], status: 200),
        Case(type: "harbor", fields: ["authorization": "Bearer tok"], status: 403),
        Case(type: "harbor", fields: [:], status: 403),
        Case(type: "generic", fields: [:], status: 200),
        Case(type: "generic", fields: [:], body: "no JSON", contentType: nil, status: 200),
        Case(type: "generic", fields: [:], body: "", contentType: nil, status: 200),
        Case(type: "dockerhub", fields: [:], status: 200),
        Case(type: "dockerhub", fields: [:], body: "no JSON", status: 400),
        Case(type: "quay", fields: [:], status: 200),
        Case(type: "quay", fields: [:], body: #"{"a":}"#, status: 400),
        Case(type: "acr", fields: [:], contentType: "text/plain", status: 200),
        Case(type: "acr", fields: [:], body: "[1,", status: 400),
        Case(
            type: "cdevents", fields: ["ce-type": "dev.cdevents.artifact.published.0.2.0"],
            body: #"{"context": {"id": "1", "type": "dev.cdevents.artifact.published.0.2.0"}}"#,
            status: 200),
        Case(type: "cdevents", fields: [:], body: #"{"context": {}}"#, status: 400),
        Case(type: "gcr", fields: [:], status: 403),
        Case(type: "gcr", fields: ["authorization": "Bearer"], status: 403),
        Case(type: "gcr", fields: ["authorization": "Bearer a.b.c"], status: 403),
        Case(type: "gcr", fields: ["authorization": "Basic dG9rOnRvaw=="], status: 403),
    ]

    @Test(arguments: signed + others)
    func `a call is answered by what proves its sender`(_ example: Case) async throws {
        let outcome = try await table(manifest(type: example.type)).outcome(
            of: call(example.fields, body: example.body, type: example.contentType))
        #expect(outcome.status == example.status, "\(outcome.problem as Any)")
        #expect(outcome.acceptances.isEmpty == (example.status != 200))
    }

    @Test func `a form is signed as it is sent`() async throws {
        let body = "x=%zz&payload=%7B%22a%22%3A+1%7D"
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(body.utf8), using: SymmetricKey(data: Array("tok".utf8)))
        let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let fields = ["x-hub-signature-256": "sha256=\(digits)"]
        let github = table(manifest(type: "github"))
        let form = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(try await github.outcome(of: call(fields, body: body, type: form)).status == 200)
        #expect(try await github.outcome(of: call(fields, body: body)).status == 400)
        let forged = body.replacing("1", with: "2")
        #expect(
            try await github.outcome(of: call(fields, body: forged, type: form)).status == 403)
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "OPTIONS", "post"])
    func `only POST is taken`(_ method: String) async throws {
        let outcome = try await table(manifest(type: "generic")).outcome(of: call(method: method))
        #expect(outcome.status == 405)
    }

    @Test(arguments: [
        "generic", "generic-hmac", "github", "gitlab", "bitbucket", "harbor", "dockerhub", "quay",
        "gcr", "nexus", "acr", "cdevents",
    ])
    func `a body that is too long is refused`(_ type: String) async throws {
        let body = String(repeating: " ", count: 3 << 20) + "{}"
        let outcome = try await table(manifest(type: type)).outcome(
            of: call(["x-gitlab-token": "tok", "authorization": "tok"], body: body))
        #expect(outcome.status == 413)
    }

    @Test func `a receiver that is suspended or not ready answers 503`() async throws {
        let suspended = table(manifest(type: "generic", "  suspend: true"))
        #expect(try await suspended.outcome(of: call()).status == 503)
        let other = table(
            manifest(type: "generic-oidc").replacing("  secretRef:\n    name: webhook", with: ""))
        // The SHA-256 of `rcvflux-system`, computed with another program.
        var open = call()
        open.target = "/hook/add8aab45db621d0661596718596e86d483bbd65782b191881b26cfe3328e436"
        #expect(try await other.outcome(of: open).status == 503)
        #expect(try await table("").outcome(of: call()).status == 404)
    }

    @Test(arguments: [
        ("github", ["x-github-event": "star"]), ("github", ["x-github-event": "ping"]),
        ("github", [:]), ("gitlab", ["x-gitlab-event": "Note Hook"]),
        ("bitbucket", ["x-event-key": "repo:fork"]),
    ])
    func `an event that is not listed is taken and ignored`(
        _ type: String, _ fields: [String: String]
    ) async throws {
        let receiver = manifest(type: type, "  events: [Push, repo:push, Push Hook]")
        let fields = fields.merging([
            "x-hub-signature": "sha256=\(Self.sha256)", "x-gitlab-token": "tok",
        ]) { $1 }
        let image = imageRepository("web", image: "ghcr.io/org/web")
        let table = table(receiver, image)
        let outcome = try await table.outcome(of: call(fields, body: #"{"a":1}"#))
        #expect(outcome.status == 200)
        #expect(outcome.acceptances.map(\.hint.isEmpty) == [true])
        let listed = fields.merging([
            "x-github-event": "PUSH", "x-gitlab-event": "push hook", "x-event-key": "Repo:Push",
        ]) { $1 }
        let taken = try await table.outcome(of: call(listed, body: #"{"a":1}"#))
        #expect(taken.images == ["flux-system/web"])
    }

    @Test func `no problem shows what was sent`() async throws {
        let table = table(manifest(type: "gitlab"))
        let outcome = try await table.outcome(of: call(["x-gitlab-token": "guess-17"]))
        #expect(outcome.problem?.description == "its token is not that of the Secret")
    }
}
