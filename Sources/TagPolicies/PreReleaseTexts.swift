import RegularLanguages
import SemanticVersions

/// The texts of the pre-releases between two cuts through those of one release.
///
/// Identifiers are compared one by one: numbers come before words, and a prefix before its
/// continuations.
struct PreReleaseTexts {
    /// One end of the range.
    private struct Bound {
        var identifiers: ArraySlice<PreReleaseIdentifier>
        /// Whether the range contains the bound itself.
        let isInclusive: Bool

        /// The bound for the text after an identifier that equals the first one.
        var rest: Bound { Bound(identifiers: identifiers.dropFirst(), isInclusive: isInclusive) }
    }

    private let lower: Bound?
    private let upper: Bound?
    /// Whether no pre-release is in the range: releases come after all of them.
    private let isEmpty: Bool

    init(from lower: VersionCut?, to upper: VersionCut?) {
        isEmpty = lower?.precedence.preRelease.isEmpty ?? false
        self.lower = lower.map {
            Bound(identifiers: $0.precedence.identifiers[...], isInclusive: $0.comesBefore)
        }
        self.upper = upper.flatMap {
            $0.precedence.preRelease.isEmpty
                ? nil
                : Bound(identifiers: $0.precedence.identifiers[...], isInclusive: !$0.comesBefore)
        }
    }

    /// Returns the texts with at least `leastDots` dots.
    func expression(leastDots: Int) -> TagExpression {
        isEmpty ? .nothing : Self.identifiers(lower: lower, upper: upper, leastDots: leastDots)
    }

    /// One or more further identifiers; a bound is nil once it is decided.
    private static func identifiers(
        lower: Bound?, upper: Bound?, leastDots: Int
    ) -> TagExpression {
        // Continuations of an inclusive lower bound are above it.
        let lower = lower?.identifiers.isEmpty == true ? nil : lower
        let least = lower?.identifiers.first
        guard let upper else {
            guard let lower, let least else { return between(nil, nil, leastDots: leastDots) }
            return exactly(least, lower: lower.rest, upper: nil, leastDots: leastDots)
                | between(least, nil, leastDots: leastDots)
        }
        guard let most = upper.identifiers.first else { return .nothing }
        guard let lower, let least else {
            return exactly(most, lower: nil, upper: upper.rest, leastDots: leastDots)
                | between(nil, most, leastDots: leastDots)
        }
        if least == most {
            return exactly(least, lower: lower.rest, upper: upper.rest, leastDots: leastDots)
        }
        guard least < most else { return .nothing }
        return .choice([
            exactly(least, lower: lower.rest, upper: nil, leastDots: leastDots),
            between(least, most, leastDots: leastDots),
            exactly(most, lower: nil, upper: upper.rest, leastDots: leastDots),
        ])
    }

    /// One identifier, then the end or further identifiers.
    private static func exactly(
        _ identifier: PreReleaseIdentifier, lower: Bound?, upper: Bound?, leastDots: Int
    ) -> TagExpression {
        let reachesLower = lower.map { $0.identifiers.isEmpty && $0.isInclusive } ?? true
        let staysBelow = upper.map { !$0.identifiers.isEmpty || $0.isInclusive } ?? true
        let end = leastDots <= 0 && reachesLower && staysBelow ? [TagExpression.empty] : []
        let more = identifiers(lower: lower, upper: upper, leastDots: leastDots - 1)
        return .literal(identifier.text) + .choice(end + [.literal(".") + more])
    }

    private static func between(
        _ least: PreReleaseIdentifier?, _ most: PreReleaseIdentifier?, leastDots: Int
    ) -> TagExpression {
        let more = TagExpression.literal(".") + .identifier(above: nil, below: nil)
        return .identifier(above: least, below: most)
            + .repetition(more, minimum: max(0, leastDots), maximum: nil)
    }
}

extension VersionCut {
    /// Whether the cut is directly below its version.
    var comesBefore: Bool { self == .before(precedence) }
}
