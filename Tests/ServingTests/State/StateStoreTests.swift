import Foundation
import Serving
import Testing

/// The memory of the service, and how long it lasts.
struct StateStoreTests {
    private let fixture: StateFixture

    init() throws {
        fixture = try StateFixture()
    }

    /// The store itself, and the one that the next process has.
    private func both(
        _ body: (StateStore) async throws -> Void, _ expectation: (StateStore) async throws -> Void
    ) async throws {
        let store = try fixture.store()
        try await body(store)
        try await expectation(store)
        await store.close()
        let next = try fixture.store()
        try await expectation(next)
        await next.close()
        #expect(fixture.warnings == [])
    }

    @Test func `tags are remembered, and kept while scans fail`() async throws {
        let listing = TagListing(
            time: .start, tags: ["1.0.0", "1.0.1", "latest"], digests: ["1.0.1": "sha256:ab"],
            buildTimes: ["1.0.1": "2023-11-14T00:00:00Z"])
        try await both { store in
            await store.record(listing, of: .web)
            for minute in 1...3 {
                let failure = ScanFailureRecord(
                    time: .start + Double(60 * minute), reason: "the registry answers 503")
                await store.record(failure, of: .web)
            }
        } _: { store in
            let scan = await store.scan(of: .web)
            #expect(scan?.listing == listing)
            #expect(scan?.failure?.time == .start + 180)
            #expect(scan?.failure?.since == .start + 60)
            let summary = await store.scanSummaries()[.web]
            #expect(summary?.tagCount == 3)
            #expect(summary?.failure == scan?.failure)
            #expect(await store.scan(of: ImageKey(name: "ghcr.io/acme/web")) == nil)
        }
    }

    @Test func `a scan with the same tags moves the time and ends the failures`() async throws {
        var listing = TagListing(time: .start, tags: ["a", "b"])
        let store = try fixture.store()
        await store.record(listing, of: .web)
        await store.write()
        await store.record(ScanFailureRecord(time: .start + 1, reason: "x"), of: .web)
        await store.write()
        listing.time = .start + 2
        await store.record(listing, of: .web)
        await store.close()
        let next = try fixture.store()
        #expect(await next.scan(of: .web) == ScanRecord(listing: listing, failure: nil))
    }

    @Test func `tags that were lost are remembered for a week`() async throws {
        func listing(_ tags: [String], day: Int) -> TagListing {
            TagListing(time: .start + Double(86_400 * day), tags: tags)
        }
        try await both { store in
            await store.record(listing(["a", "b", "c"], day: 0), of: .web)
            await store.record(listing(["a", "b", "c", "d"], day: 1), of: .web)
            #expect(await store.formerTags(of: .web) == nil)
            await store.record(listing(["a", "d"], day: 2), of: .web)
            await store.record(listing(["a"], day: 3), of: .web)
            await store.record(listing(["a"], day: 3), of: .web)
        } _: { store in
            #expect(await store.formerTags(of: .web) == ["a", "b", "c", "d"])
        }
        try await both { store in
            await store.record(listing(["a"], day: 8), of: .web)
            #expect(await store.formerTags(of: .web) != nil)
            await store.record(listing(["a"], day: 9), of: .web)
        } _: { store in
            #expect(await store.formerTags(of: .web) == nil)
        }
        try await both { store in
            await store.record(listing(["b"], day: 10), of: .web)
            await store.record(listing(["a", "b", "c"], day: 11), of: .web)
        } _: { store in
            #expect(await store.formerTags(of: .web) == nil)
        }
    }

    @Test func `a selection tells since when its tag is selected`() async throws {
        try await both { store in
            await store.record(tag: "1.0.0", digest: nil, of: .apps, at: .start)
            await store.record(tag: "1.0.1", digest: nil, of: .apps, at: .start + 60)
            let again = await store.record(
                tag: "1.0.1", digest: "sha256:ab", of: .apps, at: .start + 120)
            #expect(again.since == .start + 60)
        } _: { store in
            let selection = SelectionRecord(
                tag: "1.0.1", digest: "sha256:ab", since: .start + 60)
            #expect(await store.selection(of: .apps) == selection)
        }
    }

    @Test func `runs are remembered, and the last one that pushed beyond their number`()
        async throws
    {
        let limits = StateLimits()
        try await both { store in
            await store.record(.pushed(0))
            for number in 1...(limits.runCount + 50) { await store.record(.unchanged(number)) }
            let failed = RunRecord(
                automation: .apps, start: .start + 9000, duration: 2,
                outcome: .failed(String(repeating: "e", count: 5000)))
            await store.record(failed)
        } _: { store in
            let runs = await store.runs(of: .apps, limit: .max)
            #expect(runs.count == limits.runCount)
            #expect(runs.first?.start == .start + 9000)
            guard case .failed(let reason)? = runs.first?.outcome else {
                Issue.record("the run failed")
                return
            }
            #expect(reason.count == limits.textLength)
            #expect(runs.dropFirst().map(\.start) == runs.dropFirst().map(\.start).sorted(by: >))
            let push = await store.lastPush(of: .apps)
            #expect(push?.commit?.id == "c0")
            #expect(push?.commit?.time == .start + 1.5)
            #expect(push?.pullRequest == "https://example.org/pulls/0")
            #expect(push?.refusals == RunRecord.pushed(0).refusals)
        }
    }

    @Test func `calls are counted beyond those that are kept`() async throws {
        let limits = StateLimits()
        try await both { store in
            for number in 0..<(limits.callCount * 3) {
                let call = CallRecord(
                    receiver: .hook, time: .start + Double(number),
                    status: number % 2 == 0 ? 200 : 401)
                await store.record(call)
            }
        } _: { store in
            #expect(await store.callCount(of: .hook) == limits.callCount * 3)
            let calls = await store.calls(of: .hook, limit: 2)
            #expect(calls.map(\.status) == [401, 200])
            #expect(await store.calls(of: .hook, limit: .max).count == limits.callCount)
            #expect(await store.calls(of: .apps, limit: .max) == [])
        }
    }

    @Test func `a login's end is remembered until there is none`() async throws {
        try await both { store in
            await store.record(loginExpiry: .start + 3600, ofHost: "ghcr.io")
            await store.record(loginExpiry: .start + 60, ofHost: "quay.io")
            await store.write()
            await store.record(loginExpiry: nil, ofHost: "quay.io")
        } _: { store in
            #expect(await store.loginExpiries() == ["ghcr.io": .start + 3600])
        }
    }

    @Test func `a delivery comes once within an hour`() async throws {
        let store = try fixture.store()
        #expect(await store.isFirst(delivery: "a", of: .hook, at: .start))
        #expect(await !store.isFirst(delivery: "a", of: .hook, at: .start + 1))
        #expect(await store.isFirst(delivery: "a", of: .apps, at: .start + 1))
        await store.close()
        let next = try fixture.store()
        #expect(await !next.isFirst(delivery: "a", of: .hook, at: .start + 3599))
        #expect(await next.isFirst(delivery: "a", of: .hook, at: .start + 3601))
        let long = String(repeating: "x", count: 300)
        #expect(await next.isFirst(delivery: long, of: .hook, at: .start))
        #expect(await next.isFirst(delivery: long, of: .hook, at: .start))
    }

    @Test func `only so many deliveries are remembered`() async {
        var limits = StateLimits()
        limits.deliveryCount = 10
        let store = StateStore(limits)
        for number in 0..<50 {
            #expect(await store.isFirst(delivery: "\(number)", of: .hook, at: .start))
        }
        #expect(await !store.isFirst(delivery: "40", of: .hook, at: .start))
        #expect(await store.isFirst(delivery: "39", of: .hook, at: .start))
    }

    @Test func `old things are dropped, from memory and from the file`() async throws {
        let day = 86_400.0
        try await both { store in
            await store.record(TagListing(time: .start, tags: ["old"]), of: .web)
            await store.record(
                TagListing(time: .start + 20 * day, tags: ["new"]), of: ImageKey(name: "b"))
            await store.record(tag: "1", digest: nil, of: .apps, at: .start)
            await store.record(.pushed(0))
            await store.record(CallRecord(receiver: .hook, time: .start, status: 200))
            await store.record(
                CallRecord(receiver: .apps, time: .start + 30 * day, status: 200))
            await store.record(loginExpiry: .start, ofHost: "ghcr.io")
            await store.write()
            await store.removeExpired(at: .start + 31 * day)
        } _: { store in
            #expect(await store.scanSummaries().keys.map(\.name) == ["b"])
            #expect(await store.selection(of: .apps) == nil)
            #expect(await store.runs(of: .apps, limit: 9).isEmpty)
            #expect(await store.lastPush(of: .apps) == nil)
            #expect(await store.callCount(of: .hook) == 0)
            #expect(await store.callCount(of: .apps) == 1)
            #expect(await store.loginExpiries() == [:])
        }
    }

    @Test func `changes are written without being asked for`() async throws {
        let store = try fixture.store()
        await store.record(.pushed(1))
        let log = "\(fixture.file)-wal"
        while try Data(contentsOf: URL(filePath: log)).range(of: Data("Update 1".utf8)) == nil {
            try await Task.sleep(for: .milliseconds(50))
        }
        await store.close()
    }
}
