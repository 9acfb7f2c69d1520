import SourceText
import Testing

@testable import Configuration

/// Updates that one configuration allows and a former one did not.
@Suite struct LimitWeakeningTests {
    private static func weakenings(
        from old: String, to new: String, on today: String? = nil
    ) throws -> [String] {
        let former = try Sample.configuration("version: 1\n" + old)
        let latter = try Sample.configuration("version: 1\n" + new)
        return latter.weakenings(since: former, on: today.flatMap { CalendarDay($0) }).map {
            let place = $0.environment.map { "\($0): " } ?? ""
            return switch $0.change {
            case .value(let from, let to): "\(place)\($0.key) \(from) > \(to ?? "-")"
            case .lostEntry(let reason): "\(place)\($0.key) \(reason)"
            }
        }
    }

    @Test(
        arguments: [
            ("allowDowngrade: false", "", "update.allowDowngrade false > true"),
            ("allowDowngrade: false", "allowDowngrade: true", "update.allowDowngrade false > true"),
            ("allowDowngrade: true", "", nil), ("", "allowDowngrade: false", nil),
            ("maximumJump: minor", "maximumJump: major", "update.maximumJump minor > major"),
            ("maximumJump: minor", "", "update.maximumJump minor > -"),
            ("maximumJump: minor", "maximumJump: patch", nil), ("maximumJump: major", "", nil),
            ("minimumReleaseAge: 3 days", "minimumReleaseAge: 72h", nil),
            (
                "minimumReleaseAge: 3 days", "minimumReleaseAge: 71h",
                "update.minimumReleaseAge 3 days > 71h"
            ),
            ("minimumReleaseAge: 0m", "", nil),
            ("maximumTagLoss: 20", "maximumTagLoss: 21", "update.maximumTagLoss 20 > 21"),
            ("maximumTagLoss: 20", "maximumTagLoss: 0", nil),
            ("maximumTagLoss: 100", "", "update.maximumTagLoss 100 > -"),
        ] as [(String, String, String?)])
    func `a value that allows more is weaker`(_ old: String, _ new: String, _ words: String?)
        throws
    {
        let (old, new) = ("update: { \(old) }", "update: { \(new) }")
        #expect(try Self.weakenings(from: old, to: new) == [words].compactMap(\.self))
    }

    /// As of 2026-11-22.
    @Test(arguments: [
        ("from: 2026-12-19, until: 2027-01-03", "from: 2026-12-01", true),
        ("from: 2026-12-19, until: 2027-01-03", "until: 2027-01-03", true),
        ("from: 2026-12-19, until: 2027-01-03", "from: 2026-12-20, until: 2027-01-03", false),
        ("from: 2026-12-19, until: 2027-01-03", "from: 2026-12-19, until: 2027-01-02", false),
        ("from: 2026-12-19", "from: 2026-12-19, until: 2030-01-01", false),
        ("days: [saturday, sunday]", "days: [sunday, friday, saturday]", true),
        ("days: [saturday, sunday]", "days: [sunday]", false),
        ("days: [saturday]", "from: 2026-12-19", false),
        ("from: 2026-12-19", "days: [saturday]", false),
        ("from: 2026-01-01, until: 2026-11-21", "from: 2020-01-01, until: 2020-01-01", true),
        ("from: 2026-01-01, until: 2026-11-22", "from: 2020-01-01, until: 2020-01-01", false),
    ]) func `a freeze covers all days of the former one`(
        _ old: String, _ new: String, _ isCovered: Bool
    ) throws {
        let found = try Self.weakenings(
            from: "update: { freeze: [{ \(old), reason: old }] }",
            to: "update: { freeze: [{ \(new), reason: new }] }", on: "2026-11-22")
        #expect(found == (isCovered ? [] : ["update.freeze old"]))
    }

    /// As of 2026-11-22.
    @Test(arguments: [
        ("image: ghcr.io/org/web", "image: ghcr.io/org/web, until: 2027-01-01", false),
        ("image: ghcr.io/org/web, until: 2027-01-01", "image: ghcr.io/org/web", true),
        ("image: ghcr.io/org/web", "image: ghcr.io/org/*", false),
        ("image: ghcr.io/org/web, path: apps/**", "image: ghcr.io/org/web", true),
        ("image: ghcr.io/org/web", "image: ghcr.io/org/web, path: apps/**", false),
        ("policy: apps/web, until: 2026-11-21", "policy: apps/api", true),
    ]) func `a hold covers everything that the former one did`(
        _ old: String, _ new: String, _ isCovered: Bool
    ) throws {
        let found = try Self.weakenings(
            from: "update: { hold: [{ \(old), reason: old }] }",
            to: "update: { hold: [{ \(new), reason: new }] }", on: "2026-11-22")
        #expect(found == (isCovered ? [] : ["update.hold old"]))
    }

    private static func production(_ more: String, name: String = "production") -> String {
        "environments: [{ name: \(name), paths: [production/**]\(more) }]"
    }

    @Test(
        arguments: [
            (", identity: digest", ", identity: either", ["production: identity digest > either"]),
            (", identity: either", "", ["production: identity either > -"]),
            (", identity: both", ", identity: digest", ["production: identity both > digest"]),
            (", identity: tag", "", []), (", identity: either", ", identity: both", []),
            (
                ", update: { maximumJump: patch }", "",
                ["production: update.maximumJump patch > -"]
            ),
        ] as [(String, String, [String])])
    func `an environment is compared with itself, also after it was renamed`(
        _ old: String, _ new: String, _ words: [String]
    ) throws {
        let former = Self.production(old)
        #expect(try Self.weakenings(from: former, to: Self.production(new)) == words)
        let renamed = Self.production(new, name: "live")
        #expect(try Self.weakenings(from: former, to: renamed) == words)
    }

    @Test func `a limit that environments inherit is reported once`() throws {
        let limits = "update: { maximumJump: minor, hold: [{ path: a, reason: r }] }\n"
        let found = try Self.weakenings(
            from: limits + Self.production(""), to: Self.production(""))
        #expect(found == ["update.maximumJump minor > -", "update.hold r"])
        let moved = try Self.weakenings(
            from: Self.production(", update: { maximumJump: minor }"),
            to: "update: { maximumJump: minor }\n" + Self.production(""))
        #expect(moved.isEmpty)
    }

    @Test func `a removed environment has the limits of the repository`() throws {
        let former = Self.production(", identity: digest, update: { minimumReleaseAge: 7 days }")
        let found = try Self.weakenings(from: former, to: "update: { minimumReleaseAge: 3 days }")
        #expect(
            found == [
                "production: update.minimumReleaseAge 7 days > 3 days",
                "production: identity digest > -",
            ])
        #expect(
            try Self.weakenings(from: former, to: "update: { minimumReleaseAge: 1w }").count == 1)
    }

    @Test func `a weakening has the location of the limit that applies now`() throws {
        let former = try Sample.configuration(
            "version: 1\nupdate: { maximumJump: patch, allowDowngrade: false }\n")
        let text = "version: 1\nupdate: { maximumJump: minor }\n"
        let found = try Sample.configuration(text).weakenings(since: former, on: nil)
        let place = Array(text.utf8).firstRange(of: Array("minor".utf8)) ?? 0..<0
        #expect(
            found.map(\.span) == [
                SourceSpan(0, 0), SourceSpan(place.lowerBound, place.upperBound),
            ])
    }
}
