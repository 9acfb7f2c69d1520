import SemanticVersions
import Testing

/// Random constraints, compared with a second implementation without intervals and regions.
@Suite struct SecondOpinionTests {
    private static let seed: UInt64 = 20_261_121

    @Test func `two implementations agree on random constraints`() throws {
        var source = RandomConstraints(seed: Self.seed)
        let versions = try Self.texts.map { try Version($0) }
        for _ in 0..<80 {
            let constraint = try VersionConstraint(source.next())
            for version in versions {
                let expected = constraint.groups.contains { group in
                    group.comparisons.allSatisfy {
                        Self.accepts($0, version.precedence, group.admitsPreReleases)
                    }
                }
                let inRegion = constraint.groups.contains { group in
                    (group.admitsPreReleases || !version.isPreRelease)
                        && group.regions.contains { $0.contains(version.precedence) }
                }
                guard constraint.isSatisfied(by: version) != expected || inRegion != expected
                else { continue }
                Issue.record("`\(version.text)`, `\(constraint.text)`, seed \(Self.seed)")
            }
        }
    }

    private static let texts = ["0", "1", "2", "3"].flatMap { major in
        ["0", "1", "2", "10"].flatMap { minor in
            ["0", "1", "3"].flatMap { patch in
                ["", "-0", "-1", "-rc", "-rc.1", "-rc.2", "-a.b", "--"].map {
                    "\(major).\(minor).\(patch)\($0)"
                }
            }
        }
    }

    private static func accepts(
        _ comparison: VersionComparison, _ version: Precedence, _ admitsPreReleases: Bool
    ) -> Bool {
        if !version.preRelease.isEmpty, !admitsPreReleases { return false }
        let bound = comparison.bound
        switch comparison.operator {
        case .none, .equal:
            return comparison.wildcard == .none
                ? version == bound : satisfiesTilde(comparison, version)
        case .tilde, .tildeGreater: return satisfiesTilde(comparison, version)
        case .notEqual: return satisfiesNotEqual(comparison, version)
        case .less: return version < bound
        case .greaterOrEqual, .equalOrGreater: return version >= bound
        case .greater:
            switch comparison.wildcard {
            case .none, .major: return version > bound
            case .minor: return version.major > bound.major
            case .patch: return (version.major, version.minor) > (bound.major, bound.minor)
            }
        case .lessOrEqual, .equalOrLess:
            switch comparison.wildcard {
            case .none: return version <= bound
            case .minor: return version.major <= bound.major
            case .major, .patch: return (version.major, version.minor) <= (bound.major, bound.minor)
            }
        case .caret: return satisfiesCaret(comparison, version)
        }
    }

    private static func satisfiesTilde(
        _ comparison: VersionComparison, _ version: Precedence
    ) -> Bool {
        let bound = comparison.bound
        if version < bound { return false }
        let isZero = (bound.major, bound.minor, bound.patch) == (0, 0, 0)
        if isZero, comparison.wildcard == .none || comparison.wildcard == .major { return true }
        return version.major == bound.major
            && (version.minor == bound.minor || comparison.wildcard == .minor)
    }

    private static func satisfiesNotEqual(
        _ comparison: VersionComparison, _ version: Precedence
    ) -> Bool {
        let bound = comparison.bound
        switch comparison.wildcard {
        case .none, .major: return version != bound
        case .minor: return version.major != bound.major
        case .patch:
            return (version.major, version.minor) != (bound.major, bound.minor)
                || version.preRelease != bound.preRelease
        }
    }

    private static func satisfiesCaret(
        _ comparison: VersionComparison, _ version: Precedence
    ) -> Bool {
        let bound = comparison.bound
        if version < bound || version.major != bound.major { return false }
        if bound.major > 0 || comparison.wildcard == .minor { return true }
        if version.minor != bound.minor { return false }
        return bound.minor > 0 || comparison.wildcard == .patch || version.patch == bound.patch
    }
}

/// Generates valid constraints, the same ones for the same seed.
private struct RandomConstraints {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> String {
        let groups = (0...below(3)).map { _ in
            below(8) == 0
                ? version() + " - " + version()
                : (0...below(3)).map { _ in comparison() }.joined(
                    separator: pick([" ", ",", ", "]))
        }
        return groups.joined(separator: " || ")
    }

    private mutating func comparison() -> String {
        pick(VersionComparison.Operator.allCases.map(\.rawValue)) + version()
    }

    private mutating func version() -> String {
        let numbers = ["0", "1", "2", "10", "x", "*"]
        let parts = (0...below(3)).map { _ in pick(numbers) }
        return pick(["", "", "v"]) + parts.joined(separator: ".")
            + pick(["", "", "", "-0", "-1", "-rc.1", "-rc", "-a.b", "--"])
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[below(choices.count)]
    }

    /// Source: Marsaglia, "Xorshift RNGs".
    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
