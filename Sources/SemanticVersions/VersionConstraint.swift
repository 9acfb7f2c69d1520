/// A range of versions as parsed by Masterminds/semver v3.5.0 (`NewConstraint`).
///
/// A version satisfies the constraint if it passes every comparison of one group.
package struct VersionConstraint: Hashable, Sendable {
    package let text: String
    /// Alternatives, at least one.
    package let groups: [Group]

    /// Comparisons that must all be satisfied.
    package struct Group: Hashable, Sendable {
        /// At least one.
        package let comparisons: [VersionComparison]

        /// Whether pre-releases can satisfy the group: only if one of its comparisons names one.
        package var admitsPreReleases: Bool {
            comparisons.contains { !$0.bound.preRelease.isEmpty }
        }
    }

    package static let maximumLength = 512
    package static let maximumGroups = 32

    package init(_ text: String) throws(VersionConstraintError) {
        groups = try VersionConstraintParser.groups(of: text)
        self.text = text
    }

    package func isSatisfied(by version: Version) -> Bool {
        groups.contains { $0.refusal(of: version) == nil }
    }

    /// Why each group rejects the version, in order; empty if at least one accepts it.
    package func refusals(of version: Version) -> [VersionRefusal] {
        var refusals: [VersionRefusal] = []
        for group in groups {
            guard let refusal = group.refusal(of: version) else { return [] }
            refusals.append(refusal)
        }
        return refusals
    }
}

extension VersionConstraint.Group {
    fileprivate func refusal(of version: Version) -> VersionRefusal? {
        if version.isPreRelease, !admitsPreReleases {
            return VersionRefusal(version: version.text, comparison: nil, reason: .preRelease)
        }
        for comparison in comparisons {
            guard let reason = comparison.refusal(of: version.precedence) else { continue }
            return VersionRefusal(
                version: version.text, comparison: comparison.text, reason: reason)
        }
        return nil
    }
}

/// Why one group of a constraint rejects a version.
package struct VersionRefusal: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// No comparison of the group names a pre-release.
        case preRelease
        case below(limit: String)
        case notAbove(limit: String)
        case notBelow(limit: String)
        case above(limit: String)
        case excluded
    }

    package let version: String
    /// As written; nil if the group as a whole is the reason.
    package let comparison: String?
    package let reason: Reason
}

extension VersionRefusal: CustomStringConvertible {
    package var description: String {
        let by = comparison.map { " (`\($0)`)" } ?? ""
        return switch reason {
        case .preRelease: "`\(version)` is a pre-release, and the range names none"
        case .below(let limit): "`\(version)` is below \(limit)" + by
        case .notAbove(let limit): "`\(version)` is not above \(limit)" + by
        case .notBelow(let limit): "`\(version)` is not below \(limit)" + by
        case .above(let limit): "`\(version)` is above \(limit)" + by
        case .excluded: "`\(version)` is excluded" + by
        }
    }
}
