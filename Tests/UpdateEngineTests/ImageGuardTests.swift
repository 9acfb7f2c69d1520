import CheckPipeline
import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText
import TagSnapshots
import TestSupport
import Testing

@testable import UpdateEngine

/// The objections of the configuration's limits to a change; nil if they allow it.
@Suite struct ImageGuardTests {
    private static let today = CalendarDay("2026-11-22")

    private static func limits(_ keys: String) throws -> UpdateLimits {
        try RepositoryConfiguration(
            Array("version: 1\nupdate: { \(keys) }".utf8), path: ".sluice.yaml", rules: []
        ).updateLimits
    }

    private static func change(
        _ olds: [String], to new: String, digest: String? = nil, policies: [LinkedPolicy] = [],
        identities: [Identity] = []
    ) -> ImageChange {
        ImageChange(
            subject: ExemptionSubject(
                path: "apps/web.yaml", image: "ghcr.io/org/web", policy: "apps/web",
                object: "Pod/apps/web"),
            image: SelectedImage(name: "ghcr.io/org/web", tag: new, digest: digest),
            oldTags: olds, holdsDigest: digest != nil, policies: policies, limits: [],
            identities: identities)
    }

    /// The policies of a repository with this specification.
    private static func policies(_ spec: String) async throws -> [LinkedPolicy] {
        let text = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: web, namespace: apps }
            spec: { image: ghcr.io/org/web, interval: 1m }
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: { name: web, namespace: apps }
            spec: { imageRepositoryRef: { name: web }, \(spec) }
            ---
            image: ghcr.io/org/web:x # {"$imagepolicy": "apps:web"}
            """
        let marked = try await RepositoryCheck(rules: [], workerCount: 1)
            .markedFiles(in: Snapshot(files: ["f.yaml": Array(text.utf8)]))
        return marked.files.flatMap { $0.markers.flatMap(\.policies) }
    }

    private static let builds = #"""
        filterTags: { pattern: '^main-[a-f0-9]+-(?P<ts>[0-9]+)$', extract: '$ts' },
        policy: { numerical: { order: asc } }
        """#

    private static let releases = #"""
        filterTags: { pattern: '^prod-(?P<v>.*)$', extract: '$v' }, policy: { semver: { range: '*' } }
        """#

    @Test(arguments: [
        ("", "1.0.0", "1.0.1", ImageChange.Direction.newer),
        ("", "1.0.0", "1.0.0", .same),
        ("", "1.10.0", "1.9.0", .older),
        ("", "1.0.0", "1.0.0-rc.1", .older),
        ("", "v1.0.0", "1.1.0", .newer),
        ("", "latest", "1.0.0", .unknown),
        ("", "main-1", "main-2", .unknown),
        (builds, "main-ab-10", "main-cd-9", .older),
        (builds, "main-ab-9", "main-cd-10", .newer),
        (builds, "main-ab-9", "main-cd-9", .unknown),
        (builds, "1.0.0", "main-cd-10", .unknown),
        (releases, "prod-1.10.0", "prod-1.9.0", .older),
        (releases, "1.0.0", "prod-1.9.0", .newer),
        // A policy may select the oldest version; the change is older by version all the same.
        ("policy: { alphabetical: { order: desc } }", "2.0.0", "1.0.0", .older),
        ("policy: { alphabetical: { order: asc } }", "RELEASE.2024", "RELEASE.2025", .newer),
    ])
    func `the direction of a change follows versions, else the policy's order`(
        _ spec: String, _ old: String, _ new: String, _ direction: ImageChange.Direction
    ) async throws {
        let policies = spec.isEmpty ? [] : try await Self.policies(spec)
        #expect(policies.isEmpty == spec.isEmpty)
        #expect(Self.change([old], to: new, policies: policies).direction(from: old) == direction)
    }

    @Test(
        arguments: [
            (["1.0.0"], "1.1.0", nil),
            (["1.1.0", "1.0.0"], "1.0.5", "`1.0.5` is older than `1.1.0`"),
            (["latest"], "1.0.0", "whether `1.0.0` is older than `latest` cannot be told"),
            ([], "1.0.0", "no marker here tells which tag `1.0.0` replaces"),
        ] as [([String], String, String?)])
    func `older tags and tags that cannot be compared are refused as downgrades`(
        _ olds: [String], _ new: String, _ reason: String?
    ) throws {
        let change = Self.change(olds, to: new)
        let objection = ImageGuard.downgrade(change, try Self.limits("allowDowngrade: false"))
        #expect(objection.map { $0.hasPrefix(reason ?? "?") } ?? (reason == nil))
        #expect(ImageGuard.downgrade(change, try Self.limits("allowDowngrade: true")) == nil)
    }

    @Test(
        arguments: [
            ("patch", "1.0.0", "1.0.9", nil),
            ("patch", "1.0.0", "1.1.0", "the minor version changes"),
            ("minor", "1.0.0", "1.9.0", nil),
            ("minor", "1.0.0", "2.0.0", "the major version changes"),
            ("minor", "2.0.0", "1.0.0", "the major version changes"),
            ("major", "1.0.0", "9.0.0", nil),
            ("major", "latest", "9.0.0", nil),
            ("minor", "latest", "9.0.0", "cannot be told"),
            ("minor", "latest", "latest", nil),
        ] as [(String, String, String, String?)])
    func `a jump beyond the allowed part of the version is refused`(
        _ limit: String, _ old: String, _ new: String, _ reason: String?
    ) throws {
        let objection = ImageGuard.jump(
            Self.change([old], to: new), try Self.limits("maximumJump: \(limit)"))
        #expect(objection.map { $0.contains(reason ?? "?") } ?? (reason == nil))
    }

    @Test(arguments: [
        ("{ image: ghcr.io/org/*, reason: r }", true),
        ("{ policy: apps/web, until: 2026-11-22, reason: r }", true),
        ("{ policy: apps/web, until: 2026-11-21, reason: r }", false),
        ("{ path: apps/**, image: ghcr.io/other/web, reason: r }", false),
        ("{ object: Pod/apps/*, reason: r }", true),
    ])
    func `a held image is not changed until its last day`(_ entry: String, _ isHeld: Bool) throws {
        let objection = ImageGuard.hold(
            Self.change(["1.0.0"], to: "1.1.0"), try Self.limits("hold: [\(entry)]"),
            on: Self.today)
        #expect((objection != nil) == isHeld)
    }

    @Test(arguments: [
        ("{ days: [sunday], reason: r }", true), ("{ days: [monday], reason: r }", false),
        ("{ from: 2026-11-22, reason: r }", true), ("{ until: 2026-11-21, reason: r }", false),
        ("{ from: 2026-11-01, days: [saturday], reason: r }", false),
    ])
    func `a freeze refuses changes on its days`(_ entry: String, _ isFrozen: Bool) throws {
        let limits = try Self.limits("freeze: [\(entry)]")
        #expect((ImageGuard.freeze(limits, on: Self.today) != nil) == isFrozen)
        #expect(ImageGuard.freeze(limits, on: nil) != nil)
    }

    @Test(arguments: [
        ("2026-11-19T12:00:00Z", true), ("2026-11-19T12:00:01Z", false),
        ("2026-11-19T14:00:00.123456789+02:00", true), ("2026-11-19T11:00:00-01:30", false),
        ("2027-01-01T00:00:00Z", false),
        ("1970-01-01T00:00:00Z", false), ("0001-01-01T00:00:00Z", false),
        ("2026-02-30T00:00:00Z", false), ("2026-11-01", false), ("2026-11-01T00:00:00", false),
        ("2026-11-01T25:00:00Z", false), (nil, false),
    ])
    func `an image is old enough only by a valid build time`(_ created: String?, _ passes: Bool)
        throws
    {
        // 2026-11-22T12:00:00Z.
        let objection = ImageGuard.age(
            ImageAge(created: created), of: Self.change([], to: "1.0.0"),
            try Self.limits("minimumReleaseAge: 3 days"), now: 1_795_348_800)
        #expect((objection == nil) == passes, "\(objection ?? "")")
    }

    @Test(
        arguments: [
            (["1", "2", "3", "4"], ["1", "2", "3", "9"], nil),
            (["1", "2", "3", "4"], ["9", "8", "7", "6", "4"], "3 of the 4 tags"),
            ([], [], nil),
        ] as [([String], [String], String?)])
    func `lost tags are counted, however many are new`(
        _ former: [String], _ latter: [String], _ reason: String?
    ) throws {
        func snapshot(_ tags: [String]) throws -> TagSnapshot {
            try TagSnapshot([ScannedImage(name: "ghcr.io/org/web", time: "", tags: tags)])
        }
        let name = "ghcr.io/org/web"
        let limits = try Self.limits("maximumTagLoss: 25")
        let source = TagSource.snapshot(try snapshot(latter), .file)
        let loss = TagLoss(of: name, from: try snapshot(former), to: source)
        let objection = ImageGuard.tagLoss(loss, of: name, limits)
        #expect(objection.map { $0.contains(reason ?? "?") } ?? (reason == nil))
        let first = TagLoss(of: name, from: .empty, to: source)
        #expect(ImageGuard.tagLoss(first, of: name, limits) == nil)
        let unknown = TagLoss(of: name, from: nil, to: source)
        #expect(ImageGuard.tagLoss(unknown, of: name, limits)?.contains("--last-tags") == true)
        let clusters = TagSource.clusters(try ClusterPolicies([]))
        let untold = TagLoss(of: name, from: .empty, to: clusters)
        #expect(ImageGuard.tagLoss(untold, of: name, limits)?.contains("clusters") == true)
    }

    @Test(arguments: [
        (Identity.digest, "1.0.0", false), (.both, "1.0.0", false), (.either, "1.0.0", true),
        (.either, "latest", false), (.tag, "latest", true),
    ])
    func `a required identity has to be written`(
        _ identity: Identity, _ tag: String, _ passes: Bool
    ) throws {
        let plain = Self.change([], to: tag, identities: [identity])
        #expect((ImageGuard.identity(plain) == nil) == passes)
        let pinned = Self.change([], to: tag, digest: "sha256:1", identities: [identity])
        #expect(ImageGuard.identity(pinned) == nil)
    }
}
