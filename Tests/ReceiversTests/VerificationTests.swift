import Testing

@testable import Receivers

struct VerificationTests {
    typealias Field = (name: String, value: String)

    static let sha1 = "ec741a6faa2fb4d7a2d112c09dd0b1e100957160"
    static let sha256 = "fcb93d7faab6ce8c457ae0bad1110a8c13c3251cce9508e942a8298db42097d0"
    static let sha512 =
        "df8c5b35090a2bda94f813d8196cbeb74d80d389ed8b93dbcf60924c795565647d656af7faf6151a50a4d75eda3"
        + "81a545ab7650cbcb1bdd81d0ef8329460c3a4"
    static let body = #"{"a":1}"#
    static let json: Field = ("content-type", "application/json; charset=utf-8")

    @Test(
        arguments: [
            ("generic-hmac", [("x-signature", "sha1=" + sha1)], 202),
            ("generic-hmac", [("x-signature", "sha256=" + sha256)], 202),
            ("generic-hmac", [("x-signature", "sha512=" + sha512)], 202),
            ("generic-hmac", [("x-signature", "sha256=" + sha256.uppercased())], 202),
            ("generic-hmac", [("x-signature", "sha256=" + sha1)], 401),
            ("generic-hmac", [("x-signature", "md5=" + sha1)], 401),
            ("generic-hmac", [("x-signature", "sha256=")], 401),
            ("generic-hmac", [("x-signature", sha256)], 401),
            ("generic-hmac", [], 401),
            ("github", [json, ("x-hub-signature-256", "sha256=" + sha256)], 202),
            ("github", [json, ("x-hub-signature", "sha1=" + sha1)], 202),
            ("github", [json, ("x-hub-signature-256", "sha256=")], 401),
            (
                "github",
                [json, ("x-hub-signature-256", "sha256="), ("x-hub-signature", "sha1=" + sha1)], 401
            ),
            ("github", [("x-hub-signature-256", "sha256=" + sha256)], 400),
            (
                "github",
                [json, ("x-hub-signature-256", "sha256=" + sha256), ("x-github-event", "ping")],
                200
            ),
            ("bitbucket", [json, ("x-hub-signature", "sha256=" + sha256)], 202),
            ("bitbucket", [json], 401),
            ("gitlab", [("x-gitlab-token", "tok")], 202),
            ("gitlab", [("x-gitlab-token", "tok ")], 401),
            ("gitlab", [("x-gitlab-token", "tok"), ("x-gitlab-token", "tok")], 401),
            ("gitlab", [], 401),
            ("harbor", [("authorization", "tok")], 202),
            ("harbor", [("authorization", "Bearer tok")], 401),
            ("nexus", [("x-nexus-webhook-signature", sha1)], 202),
            ("nexus", [("x-nexus-webhook-signature", "sha1=" + sha1)], 401),
            ("generic", [], 202), ("dockerhub", [], 202), ("quay", [], 202), ("acr", [], 202),
            ("cdevents", [], 400),
        ] as [(String, [Field], Int)])
    func `Each type takes its own proof`(type: String, fields: [Field], status: Int) async {
        #expect(await Table(type: type).answer(fields, Self.body)?.status == status)
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "post"])
    func `Other methods are not taken`(method: String) async {
        #expect(await Table(type: "generic").answer(method: method)?.status == 405)
    }

    @Test(arguments: ["dockerhub", "quay", "acr", "cdevents"])
    func `A body that is no JSON, or too deep, is malformed where JSON is needed`(
        type: String
    ) async {
        let deep = String(repeating: "[", count: 100_000)
        let wide = "[" + String(repeating: "0,", count: 300_000) + "0]"
        for body in ["", "nonsense", deep, wide, #"{"a":"#] {
            #expect(await Table(type: type).answer([], body)?.status == 400)
        }
    }

    @Test(arguments: [
        ("gitlab", "Push Hook", 202), ("gitlab", "push hook", 202), ("gitlab", "Tag Hook", 200),
        // Flux looks at events of four types only.
        ("generic", "anything", 202),
    ])
    func `An event that is not listed is answered and does nothing`(
        type: String, event: String, status: Int
    ) async {
        let answer = await Table(type: type, spec: "  events: [Push Hook]\n")
            .answer([("x-gitlab-token", "tok"), ("x-gitlab-event", event)])
        #expect(answer?.status == status)
        #expect((answer?.hint == nil) == (status == 200))
    }

    @Test func `A form's payload is decoded, and its signature is of the raw body`() async throws {
        #expect(
            FormField.value(of: "payload", in: Array("x=1&payload=%7B%22a%22%3A+1%7D".utf8))
                == Array(#"{"a": 1}"#.utf8))
        #expect(FormField.value(of: "payload", in: Array("payload=%7".utf8)) == nil)
        #expect(FormField.value(of: "payload", in: Array("payload=%zz".utf8)) == nil)
        #expect(FormField.value(of: "payload", in: []) == nil)
    }

    @Test func `A cdevent has the parts of the standard`() async {
        let event = """
            {"context": {"id": "1", "source": "s", "type": "dev.cdevents.artifact.published.0.2.0",
              "timestamp": "2026-01-01T00:00:00Z"}, "subject": {"id": "x"}}
            """
        let answer = await Table(type: "cdevents").answer([], event)
        #expect(answer?.status == 202)
        #expect(answer?.delivery == "1")
    }
}
