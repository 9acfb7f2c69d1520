extension Suggestion {
    /// Whether two names have anything in common that may be more than chance: few slips between
    /// them, or half of the shorter one as the beginning or the end of both.
    package static func isAlike(_ left: String, _ right: String) -> Bool {
        let beginning = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        let end = zip(left.utf8.reversed(), right.utf8.reversed()).prefix { $0 == $1 }.count
        return 2 * max(beginning, end) >= min(left.utf8.count, right.utf8.count)
            || nearest(to: left, among: [right]) != nil
    }
}
