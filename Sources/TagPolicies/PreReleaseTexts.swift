import RegularLanguages
import SemanticVersions

/// The texts of the pre-releases between two cuts through those of one release.
///
/// Identifiers are compared one by one, numbers before words, and a beginning before what goes on
/// after it.
struct PreReleaseTexts {
    /// One end of the range.
    private struct Bound {
        var identifiers: ArraySlice<PreReleaseIdentifier>
        /// Whether the range holds the bound itself.
        let isInclusive: Bool

        /// The bound for what follows an identifier that equals this one's first.
        var rest: Bound { Bound(identifiers: identifiers.dropFirst(), isInclusive: isInclusive) }
    }

    private let lower: Bound?
    private let upper: Bound?
    /// Whether nothing lies between the cuts, for releases come after all pre-releases.
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

    /// The texts, without those that have fewer dots than `leastDots`.
    func expression(leastDots: Int) -> TagExpression {
        isEmpty ? .nothing : Self.identifiers(lower: lower, upper: upper, leastDots: leastDots)
    }

    /// At least one more identifier; a bound is nil once it is decided.
    private static func identifiers(
        lower: Bound?, upper: Bound?, leastDots: Int
    ) -> TagExpression {
        // What equalled an inclusive lower bound so far only grows.
        let lower = lower?.identifiers.isEmpty == true ? nil : lower
        let least = lower?.identifiers.first
        guard let upper else {
            guard let lower, let least else { return free(leastDots: leastDots) }
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

    /// One identifier, then the end or more of them.
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
        .identifier(above: least, below: most) + more(leastDots: leastDots)
    }

    private static func free(leastDots: Int) -> TagExpression {
        .identifier(above: nil, below: nil) + more(leastDots: leastDots)
    }

    private static func more(leastDots: Int) -> TagExpression {
        .repetition(
            .literal(".") + .identifier(above: nil, below: nil), minimum: max(0, leastDots),
            maximum: nil)
    }
}

extension VersionCut {
    /// Whether the versions above the cut begin with its own.
    var comesBefore: Bool { self == .before(precedence) }
}
