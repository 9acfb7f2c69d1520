import Receivers
import TestSupport
import Testing

@Suite struct HostilePayloadTests {
    private let generic = table(
        manifest(
            type: "generic", "  resourceFilter: \"req.a.all(x, x != 'y' && req.a.size() > 1)\""),
        imageRepository("web", image: "ghcr.io/org/web"))

    @Test(arguments: [
        String(repeating: "[", count: 1_000_000),
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
        String(repeating: #"{"a":"#, count: 300_000),
        "[" + String(repeating: "0,", count: 1_000_000) + "0]",
        "1e999", #"{"a": 1e999}"#,
    ])
    func `a payload beyond the limits is no JSON`(_ body: String) async throws {
        let quay = table(manifest(type: "quay"))
        #expect(try await quay.outcome(of: call(body: body)).status == 400)
        #expect(try await generic.outcome(of: call(body: body)).status == 200)
    }

    @Test func `of a key that repeats the last value counts`() async throws {
        let body =
            #"{"updated_tags": ["1"], "docker_url": "a.io/b", "docker_url": "ghcr.io/org/web"}"#
        let quay = table(
            manifest(type: "quay"), imageRepository("web", image: "ghcr.io/org/web"))
        #expect(try await quay.outcome(of: call(body: body)).images == ["flux-system/web"])
    }

    @Test func `a filter over a long list ends at its bound`() async throws {
        let items = repeatElement(#""x""#, count: 20_000).joined(separator: ",")
        let heavy = table(
            manifest(
                type: "generic",
                "  resourceFilter: req.a.all(x, req.a.all(y, y == x))"),
            imageRepository("web", image: "ghcr.io/org/web"))
        let outcome = try await heavy.outcome(of: call(body: #"{"a": [\#(items)]}"#))
        #expect(outcome.images == ["flux-system/web"])
        #expect(outcome.acceptances.first?.notes.first?.contains("steps would be needed") == true)
    }

    @Test(arguments: [
        "req.a.contains(req.b)", "req.a.split('x').size() == 1", "req.a.replace('x', req.b) == ''",
        "req.a.matches('(x+x+)+y')", "(req.a + req.a + req.a).size() == 1",
    ])
    func `a filter over long texts ends at its bound`(_ filter: String) async throws {
        let text = String(repeating: "x", count: 1_400_000)
        let heavy = table(
            manifest(type: "generic", "  resourceFilter: |-\n    \(filter)"),
            imageRepository("web", image: "ghcr.io/org/web"))
        let outcome = try await heavy.outcome(
            of: call(body: #"{"a": "\#(text)", "b": "\#(text.dropLast())y"}"#))
        #expect(outcome.images == ["flux-system/web"])
        #expect(outcome.acceptances.first?.notes.first?.contains("steps would be needed") == true)
    }

    /// Bodies that are damaged at random: each is answered, with 200 or 400.
    @Test func `no payload brings the service down`() async throws {
        var random = SeededGenerator(seed: 17)
        let bodies = AnnouncementTests.pushes.map(\.body) + AnnouncementTests.useless
        let types = ["generic", "quay", "acr", "cdevents", "dockerhub"]
        let tables = types.map { type in
            table(
                manifest(type: type, "  resourceFilter: req.action == 'push' || has(req.a.b)"),
                imageRepository("web", image: "ghcr.io/org/web"))
        }
        for _ in 0..<5_000 {
            var body = Array(try #require(bodies.randomElement(using: &random)).utf8)
            for _ in 0..<Int.random(in: 0...6, using: &random) where !body.isEmpty {
                let place = Int.random(in: body.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: body.remove(at: place)
                case 2: body.insert(contentsOf: body.suffix(9), at: place)
                default: body.removeLast(body.count - place)
                }
            }
            var sent = call()
            sent.body = body
            let table = try #require(tables.randomElement(using: &random))
            let status = try await table.outcome(of: sent).status
            #expect(status == 200 || status == 400)
        }
    }

    /// Header fields made at random are refused and harm nothing.
    @Test(arguments: [
        ("github", "x-hub-signature-256"), ("generic-hmac", "x-signature"),
        ("nexus", "x-nexus-webhook-signature"), ("gitlab", "x-gitlab-token"),
        ("harbor", "authorization"), ("gcr", "authorization"),
    ])
    func `no header field brings the service down`(
        _ type: String, _ field: String
    ) async throws {
        var random = SeededGenerator(seed: 18)
        let table = table(manifest(type: type))
        let desk = try newDesk()
        let letters = Array("sha1256=-.{}\"abcdefeyJ Bearer\u{0}\u{e9}\u{1F600}")
        for _ in 0..<500 {
            let length = Int.random(in: 0...90, using: &random)
            let value = String(
                (0..<length).map { _ in letters.randomElement(using: &random) ?? "x" })
            let prefix = ["", "Bearer ", "sha256=", "eyJ."].randomElement(using: &random) ?? ""
            let outcome = await table.outcome(of: call([field: prefix + value]), at: desk)
            #expect(outcome.status == 403)
        }
    }
}
