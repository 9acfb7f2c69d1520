import InMemoryLogging
import Logging
import Serving
import TestSupport

/// A directory for a state, and what is logged of it.
struct StateFixture {
    let directory: TemporaryDirectory
    let log = InMemoryLogHandler()
    var limits = StateLimits()

    init() throws {
        directory = try TemporaryDirectory()
    }

    var path: String { directory.path }
    var file: String { "\(path)/state.sqlite" }
    var warnings: [String] {
        log.entries.filter { $0.level == .warning }.map { "\($0.message)" }
    }

    func store(at time: Timestamp = .start) throws -> StateStore {
        let log = log
        return try StateStore(
            directory: path, limits, at: time, logger: Logger(label: "test") { _ in log })
    }
}

extension Timestamp {
    static let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)
}

extension ObjectKey {
    static let apps = ObjectKey(
        repository: "https://example.org/fleet.git", name: "flux-system/apps")
    static let hook = ObjectKey(repository: "https://example.org/fleet.git", name: "apps/hook")
}

extension ImageKey {
    static let web = ImageKey(name: "ghcr.io/acme/web", login: "apps/ghcr")
}

extension RunRecord {
    static func pushed(_ number: Int) -> RunRecord {
        RunRecord(
            automation: .apps, start: .start + Double(number), duration: 1.5,
            outcome: .pushed(
                commit: "c\(number)", branch: "updates", subject: "Update \(number)"),
            refusals: [
                RefusalStatus(path: "a.yaml", line: 3, marker: "apps:web", reason: "too young")
            ], pullRequest: "https://example.org/pulls/\(number)")
    }

    static func unchanged(_ number: Int) -> RunRecord {
        RunRecord(
            automation: .apps, start: .start + Double(number), duration: 0.5, outcome: .unchanged)
    }
}
