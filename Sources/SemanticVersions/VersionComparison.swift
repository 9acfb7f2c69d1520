/// One comparison of a constraint, such as `>=1.2`.
package struct VersionComparison: Hashable, Sendable {
    package enum Operator: String, CaseIterable, Sendable {
        case none = ""
        case equal = "="
        case notEqual = "!="
        case greater = ">"
        case less = "<"
        case greaterOrEqual = ">="
        case equalOrGreater = "=>"
        case lessOrEqual = "<="
        case equalOrLess = "=<"
        case tilde = "~"
        case tildeGreater = "~>"
        case caret = "^"
    }

    /// The first part that is `x`, `X`, `*` or missing; the parts behind it are not looked at.
    package enum Wildcard: Hashable, Sendable {
        case none
        case major
        case minor
        case patch
    }

    package let `operator`: Operator
    /// Zero from the wildcard on; a pre-release stays.
    package let bound: Precedence
    package let wildcard: Wildcard
    /// As written, with its operator.
    package let text: String
    /// What the comparison accepts among all versions; pre-releases are the group's business.
    package let accepted: AcceptedVersions

    init(_ operator: Operator, _ bound: Precedence, wildcard: Wildcard, text: String) {
        self.operator = `operator`
        self.bound = bound
        self.wildcard = wildcard
        self.text = text
        accepted = AcceptedVersions(`operator`, bound, wildcard)
    }

    func refusal(of version: Precedence) -> VersionRefusal.Reason? {
        if accepted.contains(version) { return nil }
        guard accepted.intervals.count == 1, accepted.gap == nil else { return .excluded }
        return accepted.intervals[0].refusal(of: version, isLiteral: `operator` == .less)
    }
}

/// The versions that one comparison accepts.
package struct AcceptedVersions: Hashable, Sendable {
    /// Versions of one series that are left out though the intervals hold them.
    package struct Gap: Hashable, Sendable {
        package let series: VersionInterval
        /// The pre-release that makes a version of the series part of the gap; empty for releases.
        package let preRelease: String

        package func contains(_ version: Precedence) -> Bool {
            version.preRelease == preRelease && series.contains(version)
        }
    }

    /// Ascending, without overlap; empty if there is no such version.
    package let intervals: [VersionInterval]
    package let gap: Gap?

    package func contains(_ version: Precedence) -> Bool {
        intervals.contains { $0.contains(version) } && gap?.contains(version) != true
    }
}

extension AcceptedVersions {
    /// Source: Masterminds/semver v3.5.0, the `constraint…` functions.
    fileprivate init(
        _ operator: VersionComparison.Operator, _ bound: Precedence,
        _ wildcard: VersionComparison.Wildcard
    ) {
        var gap: Gap?
        switch `operator` {
        case .none, .equal:
            intervals =
                wildcard == .none
                ? [VersionInterval(from: .before(bound), to: .after(bound))]
                : [Self.tilde(bound, wildcard)]
        case .tilde, .tildeGreater: intervals = [Self.tilde(bound, wildcard)]
        case .caret: intervals = [Self.caret(bound, wildcard)]
        case .less: intervals = [VersionInterval(to: .before(bound))]
        case .greaterOrEqual, .equalOrGreater: intervals = [VersionInterval(from: .before(bound))]
        case .lessOrEqual, .equalOrLess:
            intervals = [VersionInterval(to: Self.end(of: bound, wildcard, isLast: true))]
        case .greater:
            let start = Self.end(of: bound, wildcard, isLast: false)
            intervals = start.map { [VersionInterval(from: $0)] } ?? []
        case .notEqual:
            // `!=1.2.x` leaves out the releases of 1.2 and none of their pre-releases.
            if wildcard == .patch {
                gap = Gap(series: Self.series(bound, wildcard), preRelease: bound.preRelease)
            }
            intervals = Self.notEqual(bound, wildcard)
        }
        self.gap = gap
    }

    private static func notEqual(
        _ bound: Precedence, _ wildcard: VersionComparison.Wildcard
    ) -> [VersionInterval] {
        switch wildcard {
        case .patch: [VersionInterval()]
        // A wildcard for all of the version counts for nothing here: it excludes 0.0.0 alone.
        case .none, .major:
            [VersionInterval(to: .before(bound)), VersionInterval(from: .after(bound))]
        case .minor:
            [VersionInterval(to: .beforeSeries(bound.major))]
                + (VersionCut.afterSeries(bound.major).map { [VersionInterval(from: $0)] } ?? [])
        }
    }

    /// At least the bound, in its minor series; `~0.0.0` and `~*` have no upper end.
    private static func tilde(
        _ bound: Precedence, _ wildcard: VersionComparison.Wildcard
    ) -> VersionInterval {
        let isOpen =
            (bound.major, bound.minor, bound.patch) == (0, 0, 0)
            && (wildcard == .none || wildcard == .major)
        let end = wildcard == .minor ? wildcard : .patch
        return VersionInterval(from: .before(bound), to: isOpen ? nil : series(bound, end).upper)
    }

    /// At least the bound, with its first number that is not zero; `^*` is 0.0.0.
    private static func caret(
        _ bound: Precedence, _ wildcard: VersionComparison.Wildcard
    ) -> VersionInterval {
        let end =
            if bound.major > 0 || wildcard == .minor {
                VersionCut.afterSeries(bound.major)
            } else if bound.minor > 0 || wildcard == .patch {
                VersionCut.afterSeries(0, bound.minor)
            } else {
                VersionCut.afterSeries(0, 0, bound.patch)
            }
        return VersionInterval(from: .before(bound), to: end)
    }

    /// Where the versions that `bound` stands for end: `>` begins there, and `<=` ends there.
    ///
    /// For a wildcard in place of the major number the two disagree: `>*` begins above 0.0.0, and
    /// `<=*` ends with 0.0.
    private static func end(
        of bound: Precedence, _ wildcard: VersionComparison.Wildcard, isLast: Bool
    ) -> VersionCut? {
        switch wildcard {
        case .none: .after(bound)
        case .major: isLast ? .afterSeries(0, 0) : .after(bound)
        case .minor: .afterSeries(bound.major)
        case .patch: .afterSeries(bound.major, bound.minor)
        }
    }

    private static func series(
        _ bound: Precedence, _ wildcard: VersionComparison.Wildcard
    ) -> VersionInterval {
        wildcard == .minor
            ? VersionInterval(
                from: .beforeSeries(bound.major), to: .afterSeries(bound.major))
            : VersionInterval(
                from: .beforeSeries(bound.major, bound.minor),
                to: .afterSeries(bound.major, bound.minor))
    }
}

extension VersionInterval {
    /// On which side `version` lies outside.
    ///
    /// Where a series ends, `isLiteral` is false: the limit is then told without the `-0` that
    /// keeps out its pre-releases, and that nobody wrote.
    fileprivate func refusal(
        of version: Precedence, isLiteral: Bool
    ) -> VersionRefusal.Reason {
        if let lower, !lower.isBelow(version) {
            switch lower {
            case .before(let limit): return .below(limit: limit.text)
            case .after(let limit): return .notAbove(limit: limit.text)
            }
        }
        switch upper {
        case .after(let limit): return .above(limit: limit.text)
        case .before(let limit) where isLiteral: return .notBelow(limit: limit.text)
        case .before(let limit):
            let release = Precedence(
                major: limit.major, minor: limit.minor, patch: limit.patch)
            return .notBelow(limit: release.text)
        case nil: return .excluded
        }
    }
}
