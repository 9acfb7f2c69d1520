import Testing

@testable import Configuration

/// The keys of `update`, for the repository and for its environments.
@Suite struct UpdateLimitsTests {
    @Test(
        arguments: [
            ("90 minutes", 5400), ("12h", 43200), ("1 day", 86400), ("3d", 259_200),
            ("2 weeks", 1_209_600), ("0m", 0),
        ] as [(String, Int64)])
    func `lengths of time are read`(_ text: String, _ seconds: Int64) {
        #expect(TimeSpan(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "3", "days", "3  days", "3 Days", "-1d", "123456d", "1.5h", "3d ", "٣d"])
    func `other texts are not lengths of time`(_ text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11016, .tuesday),
        ("2026-11-22", 20779, .sunday), ("1969-12-31", -1, .wednesday),
        ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ])
    func `a day has its number and its weekday`(_ text: String, _ count: Int, _ weekday: Weekday)
        throws
    {
        let day = try #require(CalendarDay(text))
        #expect((day.daysSince1970, day.weekday) == (count, weekday))
    }

    @Test(arguments: [
        ("2026-12-18", false), ("2026-12-19", true), ("2027-01-03", true), ("2027-01-04", false),
    ])
    func `a freeze includes its first and its last day`(_ text: String, _ isFrozen: Bool) throws {
        let limits = try Sample.configuration(
            "version: 1\nupdate: { freeze: [{ from: 2026-12-19, until: 2027-01-03, reason: x }] }"
        ).updateLimits
        #expect(limits.freezes[0].covers(try #require(CalendarDay(text))) == isFrozen)
    }

    @Test(arguments: [
        ("{}", true), ("{ allowDowngrade: true }", true), ("{ allowDowngrade: false }", false),
        ("{ maximumJump: major }", false), ("{ minimumReleaseAge: 3d }", false),
        ("{ maximumTagLoss: 5 }", false), ("{ freeze: [{ days: [friday], reason: x }] }", false),
        ("{ hold: [{ image: a/b, reason: x }] }", false),
    ])
    func `limits that allow everything are empty`(_ keys: String, _ isEmpty: Bool) throws {
        let configuration = try Sample.configuration("version: 1\nupdate: \(keys)")
        #expect(configuration.updateLimits.isEmpty == isEmpty)
    }

    @Test
    func `limits of an environment replace those of the repository and lists add up`() throws {
        let configuration = try Sample.configuration(Sample.complete)
        let (staging, production) = (configuration.environments[0], configuration.environments[1])
        #expect(staging.updateLimits.minimumAge?.value.text == "12h")
        #expect(production.updateLimits.minimumAge?.value.text == "7 days")
        #expect(production.updateLimits.maximumJump?.value == .minor)
        #expect(!production.updateLimits.allowsDowngrade.value)
        #expect(production.updateLimits.holds.map(\.reason) == ["1.3 leaks memory", "migration"])
        #expect(staging.updateLimits.holds.count == 1 && staging.updateLimits.freezes.count == 2)
        #expect(RepositoryConfiguration.standard.updateLimits.allowsDowngrade.value)
    }
}
