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

    /// The first part that is `x`, `X`, `*` or missing; the parts after it are ignored.
    package enum Wildcard: Hashable, Sendable {
        case none
        case major
        case minor
        case patch
    }

    package let `operator`: Operator
    /// With zeros from the wildcard on; keeps its pre-release.
    package let bound: Precedence
    package let wildcard: Wildcard
    /// As written, with its operator.
    package let text: String
    /// The versions that the comparison accepts, without overlap; `Group` decides on pre-releases
    /// in addition.
    package let accepted: [VersionRegion]

    init(_ operator: Operator, _ bound: Precedence, wildcard: Wildcard, text: String) {
        self.operator = `operator`
        self.bound = bound
        self.wildcard = wildcard
        self.text = text
        accepted = Self.accepted(`operator`, bound, wildcard)
    }

    func refusal(of version: Precedence) -> VersionRefusal.Reason? {
        if accepted.contains(where: { $0.contains(version) }) { return nil }
        guard accepted.count == 1 else { return .excluded }
        return accepted[0].interval.refusal(of: version, isLiteral: `operator` == .less)
    }
}

extension VersionComparison {
    /// Source: Masterminds/semver v3.5.0, the `constraint…` functions.
    private static func accepted(
        _ operator: Operator, _ bound: Precedence, _ wildcard: Wildcard
    ) -> [VersionRegion] {
        let intervals: [VersionInterval] =
            switch `operator` {
            case .none, .equal:
                [
                    wildcard == .none
                        ? VersionInterval(from: .before(bound), to: .after(bound))
                        : tilde(bound, wildcard)
                ]
            case .tilde, .tildeGreater: [tilde(bound, wildcard)]
            case .caret: [caret(bound, wildcard)]
            case .less: [VersionInterval(to: .before(bound))]
            case .greaterOrEqual, .equalOrGreater: [VersionInterval(from: .before(bound))]
            case .lessOrEqual, .equalOrLess:
                [VersionInterval(to: end(of: bound, wildcard, isLast: true))]
            case .greater:
                end(of: bound, wildcard, isLast: false).map { [VersionInterval(from: $0)] } ?? []
            case .notEqual: notEqual(bound, wildcard)
            }
        let regions = intervals.map { VersionRegion($0) }
        guard `operator` == .notEqual, wildcard == .patch else { return regions }
        // `!=1.2.x` excludes the releases of 1.2 but not their pre-releases.
        return regions + [
            VersionRegion(series(bound, wildcard), excluding: [bound.preRelease])
        ]
    }

    private static func notEqual(
        _ bound: Precedence, _ wildcard: Wildcard
    ) -> [VersionInterval] {
        switch wildcard {
        case .minor, .patch: series(bound, wildcard).complement
        // A wildcard in place of the major number is read as 0.0.0 here.
        case .none, .major:
            [VersionInterval(to: .before(bound)), VersionInterval(from: .after(bound))]
        }
    }

    /// From the bound to the end of its minor series; `~0.0.0` and `~*` have no upper end.
    private static func tilde(
        _ bound: Precedence, _ wildcard: Wildcard
    ) -> VersionInterval {
        let isOpen =
            (bound.major, bound.minor, bound.patch) == (0, 0, 0)
            && (wildcard == .none || wildcard == .major)
        let end = wildcard == .minor ? wildcard : .patch
        return VersionInterval(from: .before(bound), to: isOpen ? nil : series(bound, end).upper)
    }

    /// From the bound to the end of the series of its first non-zero number; `^*` is 0.0.0.
    private static func caret(
        _ bound: Precedence, _ wildcard: Wildcard
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

    /// The end of the versions that `bound` covers, at which `>` begins and `<=` ends.
    ///
    /// The two differ for a wildcard in place of the major number: `>*` begins above 0.0.0, and
    /// `<=*` ends with 0.0.
    private static func end(
        of bound: Precedence, _ wildcard: Wildcard, isLast: Bool
    ) -> VersionCut? {
        switch wildcard {
        case .none: .after(bound)
        case .major: isLast ? .afterSeries(0, 0) : .after(bound)
        case .minor: .afterSeries(bound.major)
        case .patch: .afterSeries(bound.major, bound.minor)
        }
    }

    private static func series(
        _ bound: Precedence, _ wildcard: Wildcard
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
    /// Why `version` lies outside of the interval.
    ///
    /// `isLiteral` is false if the upper end is the end of a series: the limit is then written
    /// without the `-0` that excludes its pre-releases and is not in the constraint's text.
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
