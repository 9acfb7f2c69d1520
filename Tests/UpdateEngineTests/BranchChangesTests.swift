import SourceText
import Synchronization
import TestSupport
import Testing

@testable import Forges
@testable import UpdateEngine

/// The values that a branch changes, and the pull request that tells them.
struct BranchChangesTests {
    private func file(_ values: (tag: String, policy: String)...) -> [UInt8] {
        Array(
            values.map { "- image: r/web:\($0.tag) # {\"$imagepolicy\": \"\($0.policy)\"}\n" }
                .joined().utf8)
    }

    private func changes(
        _ old: [String: [UInt8]], _ new: [String: [UInt8]], with contents: [String: [UInt8]] = [:]
    ) throws -> BranchChanges {
        try BranchChanges(
            from: Snapshot(files: old), to: Snapshot(files: new), with: contents)
    }

    @Test func `values are told by path and place, with their new lines`() throws {
        let old = [
            "b.yaml": file(("1", "ns:web"), ("1", "ns:web"), ("1", "ns:api")),
            "a.yaml": file(("1", "ns:web")),
        ]
        let new = [
            "b.yaml": Array("# new\n".utf8)
                + file(("2", "ns:web"), ("3", "ns:web"), ("1", "ns:api")),
            "a.yaml": file(("2", "ns:web")),
        ]
        let changes = try changes(old, new).changes
        #expect(changes.map(\.path) == ["a.yaml", "b.yaml", "b.yaml"])
        #expect(changes.map(\.line) == [1, 2, 3])
        #expect(changes.map(\.old) == ["r/web:1", "r/web:1", "r/web:1"])
        #expect(changes.map(\.new) == ["r/web:2", "r/web:2", "r/web:3"])
    }

    @Test func `files that are about to be written count as written`() throws {
        let old = ["a.yaml": file(("1", "ns:web")), "b.yaml": file(("1", "ns:web"))]
        let contents = ["a.yaml": file(("2", "ns:web"))]
        let changes = try changes(old, old, with: contents).changes
        #expect(changes.map(\.path) == ["a.yaml"])
        #expect(changes.map(\.new) == ["r/web:2"])
    }

    @Test func `markers and files that are new or gone are no changes of a value`() throws {
        let old = ["a.yaml": file(("1", "ns:web")), "gone.yaml": file(("1", "ns:web"))]
        let new = [
            "a.yaml": file(("1", "ns:web"), ("2", "ns:api")), "new.yaml": file(("2", "ns:web")),
        ]
        #expect(try changes(old, new).changes == [])
    }
}

/// The answers of forges that a service keeps.
struct RequestMemoryTests {
    private let request = PullRequest(
        branch: "updates", base: "main", title: "Update", body: "", key: "update updates a=1")

    @Test func `an answer counts for the same request, and for a while`() throws {
        let memory = RequestMemory(ageLimit: 60) { 1000 }
        let created = PullRequestOutcome(
            action: .created, number: 1, url: "https://forge.example/1", omission: nil)
        #expect(memory.answer(to: request, at: "here") == nil)
        memory.note(created, of: request, at: "here")
        let known = AutomationRequest.known(url: "https://forge.example/1", .unchanged)
        #expect(memory.answer(to: request, at: "here") == .some(known))
        #expect(memory.answer(to: request, at: "there") == nil)
        #expect(memory.answer(to: nil, at: "here") == nil)
        var other = request
        other.body = "more"
        #expect(memory.answer(to: other, at: "here") == nil)
    }

    @Test func `one that was declined stays so, and one that was closed is gone`() {
        let memory = RequestMemory { 1000 }
        for (action, expected) in [
            (PullRequestOutcome.Action.declined, AutomationRequest.known(url: "u", .declined)),
            (.closed, nil),
        ] as [(PullRequestOutcome.Action, AutomationRequest?)] {
            let outcome = PullRequestOutcome(action: action, number: 1, url: "u", omission: nil)
            memory.note(outcome, of: request, at: "here")
            #expect(memory.answer(to: request, at: "here") == .some(expected))
        }
    }

    @Test func `an answer grows old`() {
        let time = TestTime()
        let memory = RequestMemory(ageLimit: 60) { time.second }
        memory.note(nil, of: nil, at: "here")
        time.second = 59
        #expect(memory.answer(to: nil, at: "here") == .some(nil))
        time.second = 60
        #expect(memory.answer(to: nil, at: "here") == nil)
    }
}

private final class TestTime: Sendable {
    private let value = Mutex(0)
    var second: Int {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
