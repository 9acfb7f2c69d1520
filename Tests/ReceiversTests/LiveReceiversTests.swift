import Receivers
import Synchronization
import TestSupport
import Testing
import WebAccess

@Suite struct LiveReceiversTests {
    /// Everything that the receivers of a test say and ask for.
    private final class Record: Sendable {
        private let hints = Mutex<[ReceiverHint]>([])
        private let statuses = Mutex<[Int]>([])
        private let warnings = Mutex<[String]>([])
        private let deliveries = Mutex<Set<String>>([])
        let time = Mutex(0.0)

        var taken: [ReceiverHint] { hints.withLock(\.self) }
        var answers: [Int] { statuses.withLock(\.self) }
        var messages: [String] { warnings.withLock(\.self) }

        var surroundings: LiveReceivers.Surroundings {
            .init(
                now: { self.time.withLock(\.self) },
                isFirst: { id, receiver in
                    self.deliveries.withLock { $0.insert(id + receiver.displayName).inserted }
                },
                take: { hint, _ in self.hints.withLock { $0.append(hint) } },
                record: { status, _, _ in self.statuses.withLock { $0.append(status) } },
                warn: { message in self.warnings.withLock { $0.append(message) } })
        }
    }

    private let record = Record()

    private func receivers(
        _ secrets: ReceiverSecrets = secrets, rate: CallRate = CallRate()
    ) throws -> LiveReceivers {
        let address = try #require(WebAddress("https://keys.example.com/certs"))
        let timing = Timing(
            pause: { _ throws(CancellationError) in }, random: { 0 }, secondsSince1970: { 0 })
        let client = WebClient(options: .init(timing: timing), transport: KeyServer())
        return LiveReceivers(
            secrets: secrets, tokens: IdentityTokens(client: client, keys: address), rate: rate,
            surroundings: record.surroundings)
    }

    private let web = imageRepository("web", image: "ghcr.io/org/web")

    @Test func `a delivery that comes again is answered and has no effect`() async throws {
        let receivers = try receivers()
        await receivers.serve(table(manifest(type: "generic"), web), of: "fleet")
        for id in ["1", "1", "2", "1"] {
            #expect(await receivers.status(of: call(["x-github-delivery": id])) == 200)
        }
        #expect(
            record.taken.map(\.imageRepositories) == [["flux-system/web"], ["flux-system/web"]])
        #expect(record.answers == [200, 200, 200, 200])
    }

    @Test func `ways of building one receiver are one for its sender`() async throws {
        let receivers = try receivers()
        let both = table(
            manifest(type: "generic"),
            manifest(type: "generic", resources: "    - {kind: ImageRepository, name: api}"), web,
            imageRepository("api", image: "ghcr.io/org/api"))
        await receivers.serve(both, of: "fleet")
        #expect(await receivers.status(of: call(["x-github-delivery": "1"])) == 200)
        #expect(
            record.taken.map(\.imageRepositories) == [["flux-system/api", "flux-system/web"]])
        #expect(record.answers == [200])
    }

    @Test func `a forged call has no effect and is noted`() async throws {
        let receivers = try receivers()
        await receivers.serve(table(manifest(type: "gitlab"), web), of: "fleet")
        #expect(await receivers.status(of: call(["x-gitlab-token": "guess"])) == 403)
        #expect(record.taken.isEmpty)
        #expect(record.answers == [403])
    }

    @Test func `calls are admitted by their path and its rate`() async throws {
        let receivers = try receivers(rate: CallRate(burst: 2, perSecond: 1))
        await receivers.serve(table(manifest(type: "generic")), of: "fleet")
        func word(_ target: String = hook) async -> String {
            switch await receivers.admission(ofTarget: target) {
            case nil: "none"
            case .open: "open"
            case .closed: "closed"
            case .tooMany(let seconds): "\(seconds) s"
            }
        }
        #expect(await word(hook + "?") == "none")
        #expect([await word(), await word(), await word()] == ["open", "open", "1 s"])
        record.time.withLock { $0 += 10 }
        await receivers.serve(table(manifest(type: "generic", "  suspend: true")), of: "fleet")
        #expect(await word() == "closed")
        await receivers.serve(nil, of: "fleet")
        #expect(await word() == "none")
    }

    @Test func `what is wrong is said once`() async throws {
        let folder = try TemporaryDirectory()
        let stored = ReceiverSecrets(directory: folder.path)
        let receivers = try receivers(stored)
        let filtered = table(
            manifest(type: "generic", "  resourceFilter: req.tag == 'a'"), web, secrets: stored)
        for _ in 0..<3 { await receivers.serve(filtered, of: "fleet") }
        #expect(
            record.messages == [
                "Receiver `flux-system/rcv` of fleet: it answers 503: the Secret "
                    + "`flux-system/webhook` has no key `token`: put it into `--secret-dir` as "
                    + "`flux-system/webhook/token`"
            ])
        #expect(await receivers.status(of: call()) == 404)
        try folder.write("flux-system/webhook/token", "tok")
        await receivers.readSecrets(of: "fleet")
        for _ in 0..<3 { #expect(await receivers.status(of: call()) == 200) }
        #expect(record.messages.count == 2)
        #expect(record.messages.last?.hasSuffix("the call has no `tag`") == true)
    }
}
