import RegularLanguages
import SemanticVersions
import TagPolicies
import Testing

@Suite struct OrderFlawTests {
    private func policy(
        _ order: TagOrdering, _ pattern: String?, _ extract: String = ""
    ) throws -> TagPolicy {
        TagPolicy(
            ordering: order,
            filter: try pattern.map { try TagFilter(pattern: $0, extract: extract) })
    }

    private func pair(_ flaw: OrderFlaw?) -> String? {
        flaw.map { "\($0.older) \($0.newer)" }
    }

    @Test(arguments: [
        ("^v[0-9]+\\.[0-9]+$", "", "v0.0", "v0.9 v0.10"),
        ("^([0-9]+)$", "$1", "0", "9 10"),
        ("^[0-9]{8}$", "", "00000000", nil), ("^main-.*$", "", "main-0", nil),
        ("^main-[a-f0-9]{7}$", "", "main-0000000", "main-bbbbbbb main-aaaaaaa"),
        ("^[0-9]{8}-[a-f0-9]{7}$", "", "00000000-0000000", nil),
        ("^main-[a-f0-9]+-(?P<n>[0-9]+)$", "$n", "main-0-0", "main-0-9 main-0-10"),
        ("^main-[a-f0-9]{7}-([0-9]{10})$", "$1", "main-0000000-0000000000", nil),
    ])
    func `patterns show numbers that are compared as text`(
        pattern: String, extract: String, sample: String, expected: String?
    ) throws {
        let policy = try policy(.alphabetical(.ascending), pattern, extract)
        #expect(pair(policy.orderFlaw(like: sample, trusts: false)) == expected)
    }

    @Test(arguments: [
        ("1.27.0", "1.27.9 1.27.10"), ("main-42", "main-99 main-100"),
        ("main-1700000000", nil), ("20240105", nil), ("2024.01.05", nil), ("2024.10.12", nil),
        ("2024.1.5", "2024.1.9 2024.1.10"),
        ("24.10.12", nil), ("release", nil), ("007", nil),
        ("main-a1b2c3d", "main-bbbbbbb main-aaaaaaa"), ("1700000000-a1b2c3d", nil),
    ])
    func `existing tags show growing numbers and hashes`(tag: String, expected: String?) throws {
        let policy = try policy(.alphabetical(.ascending), nil)
        #expect(pair(policy.orderFlaw(like: tag, trusts: true)) == expected)
    }

    @Test(arguments: [
        ("^([0-9]+\\.[0-9]+)$", "$1", "0.0", "0.9 0.10"),
        ("^v([0-9]+)\\.([0-9]+)$", "$1$2", "v0.0", "v1.10 v2.1"),
        ("^v([0-9]{4})\\.([0-9]{2})$", "$1$2", "v0000.00", nil),
        ("^([0-9]+)$", "$1", "0", nil),
    ])
    func `numbers with dots are compared as decimals`(
        pattern: String, extract: String, sample: String, expected: String?
    ) throws {
        let ascending = try policy(.numerical(.ascending), pattern, extract)
        #expect(pair(ascending.orderFlaw(like: sample, trusts: false)) == expected)
        let descending = try policy(.numerical(.descending), pattern, extract)
        #expect(descending.orderFlaw(like: sample, trusts: false) == nil)
    }

    @Test(arguments: [
        ("20240131-1530", nil), ("2024-11-23-1530", nil), ("2024-11-23-15-30-59", nil),
        ("20241123T1530", nil), ("20241123.153059", nil),
        ("20241123-9930", "20241123-9999 20241123-10000"),
        ("1.1530", "1.9999 1.10000"), ("2024.11.3", "2024.11.9 2024.11.10"),
    ])
    func `times of day behind a date keep their width`(tag: String, expected: String?) throws {
        let policy = try policy(.alphabetical(.ascending), nil)
        #expect(pair(policy.orderFlaw(like: tag, trusts: true)) == expected)
    }

    @Test(arguments: [
        ("4.0.15-ls99", "4.0.15-ls99 4.0.15-ls100"), ("4.0.15-ls9", nil), ("4.0.15-ls.99", nil),
        ("4.0.15", nil), ("4.0.15-main.a1b2c34", nil), ("4.0.15-beta20240131", nil),
    ])
    func `semver compares counters behind letters as text`(tag: String, expected: String?) throws {
        let policy = try policy(.semver(try VersionConstraint(">=0.0.0-0")), nil)
        #expect(pair(policy.orderFlaw(like: tag, trusts: true)) == expected)
        #expect(policy.orderFlaw(like: tag, trusts: false) == nil)
    }

    @Test func `a descending order of hashes has its witness the right way round`() throws {
        let policy = try policy(.alphabetical(.descending), "^main-[a-f0-9]{7}$")
        #expect(
            pair(policy.orderFlaw(like: "main-0000000", trusts: false))
                == "main-aaaaaaa main-bbbbbbb")
    }

    @Test func `a time in front of a hash orders builds`() throws {
        let policy = try policy(.alphabetical(.ascending), "^20[0-9]{12}-[a-f0-9]{7}$")
        #expect(policy.orderFlaw(like: "20240131153000-a1b2c3d", trusts: true) == nil)
        #expect(policy.orderFlaw(like: "20000000000000-0000000", trusts: false) == nil)
        let written = try self.policy(
            .alphabetical(.ascending), "^[0-9]{8}T[0-9]{6}Z-sha-[a-f0-9]{7}$")
        #expect(written.orderFlaw(like: "20260331T094803Z-sha-a1b2c3d", trusts: true) == nil)
        let open = TagPolicy(ordering: .alphabetical(.ascending), filter: nil)
        #expect(open.orderFlaw(like: "20260331T094803Z-sha-a1b2c3d", trusts: true) == nil)
    }

    @Test(arguments: [
        ("^[0-9]{8}T[0-9]{6}Z-sha-[a-f0-9]{7}$", "20260331T094803Z-sha-1a2b3c4"),
        ("^20[0-9]{6}t[0-9]{4}z-[a-f0-9]{7}$", "20260331t0948z-1a2b3c4"),
        ("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}h[0-9]{2}m-[a-f0-9]+$", "2026-03-31T09h48m-1a2b3c4"),
        ("^b[0-9]{6}x-[a-f0-9]{7}$", "b000417x-1a2b3c4"),
    ])
    func `digits before a letter order builds before a hash does`(
        pattern: String, tag: String
    ) throws {
        let policy = try policy(.alphabetical(.ascending), pattern)
        #expect(policy.orderFlaw(like: tag, trusts: true) == nil)
        #expect(policy.orderFlaw(like: tag, trusts: false) == nil)
    }

    @Test(arguments: [
        ("20260331T094803", nil), ("2026w13", nil), ("main-1a2b3", nil),
        ("v9-rc9", "v9-rc9 v9-rc10"),
        ("v1.2.3-14-g0ab1234", "v1.2.3-99-g0ab1234 v1.2.3-100-g0ab1234"),
        ("1.2rc9", "1.2rc9 1.2rc10"),
    ])
    func `digits of a hash or a time are not a counter`(
        tag: String, expected: String?
    ) throws {
        let policy = try policy(.alphabetical(.ascending), nil)
        #expect(pair(policy.orderFlaw(like: tag, trusts: true)) == expected)
    }
}
