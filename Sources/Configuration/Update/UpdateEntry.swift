/// The entry `update` of the repository or of an environment.
struct UpdateEntry: Sendable {
    var allowDowngrade: Setting<Bool>?
    var maximumJump: Setting<VersionPart>?
    var minimumReleaseAge: Setting<TimeSpan>?
    var maximumTagLoss: Setting<Int>?
    var freeze: Setting<[Setting<FreezeEntry>]>?
    var hold: Setting<[Setting<IgnoreEntry>]>?
}

/// An entry of `freeze`.
struct FreezeEntry: Sendable {
    var from: Setting<CalendarDay>?
    var until: Setting<CalendarDay>?
    var days: Setting<[Setting<Weekday>]>?
    var reason: Setting<String>?
}

extension Format<UpdateEntry> {
    static let update = record(
        UpdateEntry(),
        [
            Field(
                "allowDowngrade", \.allowDowngrade, .boolean,
                "Whether an older tag may take the place of a newer one; true by default."),
            Field(
                "maximumJump", \.maximumJump, .word("a part of a version"),
                "The first part of a version that may rise: `minor` refuses a new major one."),
            Field(
                "minimumReleaseAge", \.minimumReleaseAge, .timeSpan,
                """
                How long ago an image must have been built, such as `3 days`: what its \
                configuration says in `created`, as its registry has it.
                """),
            Field(
                "maximumTagLoss", \.maximumTagLoss,
                .integer("a number from 0 to 100", from: 0, to: 100),
                """
                How many per cent of the tags that the snapshot of `--last-tags` has may be \
                gone since.
                """),
            Field(
                "freeze", \.freeze, .list(of: .freeze, "a list"),
                "When nothing is written."),
            Field(
                "hold", \.hold, .list(of: .ignore, "a list"),
                "What keeps its value, each with a reason."),
        ]
    ).named("update")
}

extension Format<FreezeEntry> {
    fileprivate static let freeze = record(
        FreezeEntry(), anyOf: ["from", "until", "days"],
        [
            Field("from", \.from, .day, "The first day, in UTC: YYYY-MM-DD."),
            Field("until", \.until, .day, "The last day, in UTC: YYYY-MM-DD."),
            Field(
                "days", \.days, .list(of: .word("a day of the week"), "a list of days"),
                "Only these days of the week, in UTC."),
            Field("reason", \.reason, .text("a reason") { $0 }, isRequired: true),
        ]
    ).named("freeze")
}
