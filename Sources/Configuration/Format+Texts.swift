import RegularLanguages

extension Format<GlobPattern> {
    static let glob = text("a glob") { source throws(TextFault) in
        do throws(GlobError) {
            return try GlobPattern(source)
        } catch {
            throw TextFault(
                reason: .invalidGlob(error), range: error.offset..<error.offset,
                suggestion: GlobPattern.meant(by: source))
        }
    }.named("glob")
}

extension Format<[Setting<GlobPattern>]> {
    static func globs(_ noun: String) -> Format {
        list(of: .glob, noun)
    }
}

extension Format<Pattern> {
    static let pattern = text("a regular expression") { source throws(TextFault) in
        do throws(PatternError) {
            return try Pattern(source)
        } catch {
            throw TextFault(reason: .invalidPattern(error), range: error.range)
        }
    }
}

extension Format<String> {
    /// A name that can be part of a tag.
    static let environmentName = parsed(
        "a name of letters, digits, `_`, `.` and `-`",
        schema: ["pattern": "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$"]
    ) { $0.utf8.count <= 63 && TagUniverse.contains($0) ? $0 : nil }
}

extension Format<FluxVersion> {
    static let fluxVersion = parsed(
        "a version of Flux such as \"2.9\"", schema: ["pattern": .string(FluxVersion.pattern)],
        meant: { FluxVersion.meant(by: $0)?.description }, read: { FluxVersion($0) })
}

extension Format<CalendarDay> {
    static let day = parsed(
        "a day such as 2027-01-01", schema: ["format": "date", "pattern": #"^\d{4}-\d{2}-\d{2}$"#],
        acceptsDates: true, meant: { CalendarDay.meant(by: $0)?.description },
        read: { CalendarDay($0) })
}
