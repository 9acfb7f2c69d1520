/// A boundary between two adjacent versions.
package enum VersionCut: Hashable, Sendable {
    case before(Precedence)
    case after(Precedence)

    package var precedence: Precedence {
        switch self {
        case .before(let precedence), .after(let precedence): precedence
        }
    }

    /// Whether the cut lies below `precedence`.
    package func isBelow(_ precedence: Precedence) -> Bool {
        switch self {
        case .before(let bound): bound <= precedence
        case .after(let bound): bound < precedence
        }
    }

    /// The cut below every version of a series, pre-releases included.
    ///
    /// `0` is the lowest of all pre-releases.
    static func beforeSeries(_ major: UInt64, _ minor: UInt64 = 0, _ patch: UInt64 = 0) -> Self {
        .before(Precedence(major: major, minor: minor, patch: patch, preRelease: "0"))
    }

    /// The cut above every version of a series; nil if no version lies above.
    static func afterSeries(_ major: UInt64) -> Self? {
        major == .max ? nil : beforeSeries(major + 1)
    }

    static func afterSeries(_ major: UInt64, _ minor: UInt64) -> Self? {
        minor == .max ? afterSeries(major) : beforeSeries(major, minor + 1)
    }

    static func afterSeries(_ major: UInt64, _ minor: UInt64, _ patch: UInt64) -> Self? {
        patch == .max ? afterSeries(major, minor) : beforeSeries(major, minor, patch + 1)
    }
}

extension VersionCut: Comparable {
    package static func < (left: VersionCut, right: VersionCut) -> Bool {
        guard left.precedence == right.precedence else { return left.precedence < right.precedence }
        return left != right && left == .before(left.precedence)
    }
}

/// The versions between two cuts; nil means unbounded.
package struct VersionInterval: Hashable, Sendable {
    package let lower: VersionCut?
    package let upper: VersionCut?

    package init(from lower: VersionCut? = nil, to upper: VersionCut? = nil) {
        self.lower = lower
        self.upper = upper
    }

    package func contains(_ precedence: Precedence) -> Bool {
        lower?.isBelow(precedence) != false && upper?.isBelow(precedence) != true
    }
}

extension VersionInterval {
    /// The versions in both intervals; nil if there are none.
    package func intersection(_ other: VersionInterval) -> VersionInterval? {
        let lower = [self.lower, other.lower].compactMap(\.self).max()
        let upper = [self.upper, other.upper].compactMap(\.self).min()
        if let lower, let upper, lower >= upper { return nil }
        return VersionInterval(from: lower, to: upper)
    }

    /// The versions below the interval and those above it.
    var complement: [VersionInterval] {
        (lower.map { [VersionInterval(to: $0)] } ?? [])
            + (upper.map { [VersionInterval(from: $0)] } ?? [])
    }
}
