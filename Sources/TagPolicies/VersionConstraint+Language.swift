package import RegularLanguages
package import SemanticVersions

extension VersionConstraint {
    /// The texts of all versions that satisfy the constraint and that Flux accepts as candidates.
    ///
    /// Exact for texts without metadata (tags have no `+`) whose numbers have fewer than 20 digits.
    /// From 20 digits on the language is too large, never too small: it ignores the 64-bit limit
    /// and the order of identifiers of that length.
    package var language: TagExpression {
        .choice(groups.flatMap(\.languages))
    }
}

extension VersionConstraint.Group {
    /// One expression for each region and count of numbers.
    ///
    /// A candidate has two dots, some of which may be in the pre-release: `1.2-3.4` is 1.2.0-3.4.
    fileprivate var languages: [TagExpression] {
        regions.flatMap { region in
            (admitsPreReleases ? [3, 2, 1] : [3]).map { count in
                VersionTexts(
                    region: region, numberCount: count, admitsPreReleases: admitsPreReleases
                ).expression
            }
        }
    }
}

/// The texts of the versions of one region with a given count of numbers.
private struct VersionTexts {
    let region: VersionRegion
    /// One to three; omitted numbers are zero.
    let numberCount: Int
    let admitsPreReleases: Bool

    var expression: TagExpression {
        .optional(.literal("v"))
            + numbers(from: 0, lower: region.interval.lower, upper: region.interval.upper)
    }

    /// The numbers from `index` on and the rest of the text; a bound is nil once it is decided.
    private func numbers(
        from index: Int, lower: VersionCut?, upper: VersionCut?
    ) -> TagExpression {
        guard index < 3 else { return preRelease(lower: lower, upper: upper) }
        let least = lower?.precedence.numbers[index]
        let most = upper?.precedence.numbers[index]
        func at(_ value: UInt64, lower: VersionCut?, upper: VersionCut?) -> TagExpression {
            number(index, from: value, through: value)
                + numbers(from: index + 1, lower: lower, upper: upper)
        }
        var choices: [TagExpression] = []
        if let least, least == most { return at(least, lower: lower, upper: upper) }
        if let least, let most, least > most { return .nothing }
        if let least { choices.append(at(least, lower: lower, upper: nil)) }
        if let most { choices.append(at(most, lower: nil, upper: upper)) }
        if least != .max, most != 0 {
            choices.append(
                number(index, from: least.map { $0 + 1 } ?? 0, through: most.map { $0 - 1 })
                    + numbers(from: index + 1, lower: nil, upper: nil))
        }
        return .choice(choices)
    }

    private func number(
        _ index: Int, from least: UInt64, through most: UInt64?
    ) -> TagExpression {
        guard index < numberCount else { return least == 0 ? .empty : .nothing }
        let separator = index == 0 ? TagExpression.empty : .literal(".")
        return separator + .zeroOrMore(.literal("0")) + .number(from: least, through: most)
    }

    /// The text after the numbers; a remaining bound has the same numbers.
    private func preRelease(lower: VersionCut?, upper: VersionCut?) -> TagExpression {
        let leastDots = 3 - numberCount
        var choices: [TagExpression] = []
        // A release comes after all its pre-releases.
        let containsRelease =
            (lower.map { !$0.precedence.preRelease.isEmpty || $0.comesBefore } ?? true)
            && (upper.map { $0.precedence.preRelease.isEmpty && !$0.comesBefore } ?? true)
        if leastDots == 0, containsRelease, !region.excludedPreReleases.contains("") {
            choices.append(.empty)
        }
        guard admitsPreReleases else { return .choice(choices) }
        let whole = VersionInterval(from: lower?.withoutNumbers, to: upper?.withoutNumbers)
        let holes = region.excludedPreReleases.filter { !$0.isEmpty }
            .map { Precedence(major: 0, minor: 0, patch: 0, preRelease: $0) }
            .sorted()
        let ranges = holes.reduce([whole]) { ranges, hole in
            let around = [VersionInterval(to: .before(hole)), VersionInterval(from: .after(hole))]
            return ranges.flatMap { range in around.compactMap(range.intersection) }
        }
        choices += ranges.map {
            .literal("-")
                + PreReleaseTexts(from: $0.lower, to: $0.upper)
                .expression(leastDots: leastDots)
        }
        return .choice(choices)
    }
}

extension VersionCut {
    fileprivate var withoutNumbers: VersionCut {
        let bare = Precedence(
            major: 0, minor: 0, patch: 0, preRelease: precedence.preRelease)
        return comesBefore ? .before(bare) : .after(bare)
    }
}

extension Precedence {
    fileprivate var numbers: [UInt64] { [major, minor, patch] }
}
