package import RegularLanguages
package import SemanticVersions

/// The rules by which an ImagePolicy selects the latest of several tags.
package struct TagPolicy: Sendable {
    package let ordering: TagOrdering
    /// Nil if the policy has no `filterTags`.
    package let filter: TagFilter?

    package init(ordering: TagOrdering, filter: TagFilter? = nil) {
        self.ordering = ordering
        self.filter = filter
    }

    package init(_ specification: TagPolicySpecification) throws(TagPolicyError) {
        ordering = try specification.ordering()
        filter = try specification.tagFilter()
    }
}

/// The texts in the `policy` and `filterTags` of an ImagePolicy; nil for a missing field.
package struct TagPolicySpecification: Hashable, Sendable {
    package struct Filter: Hashable, Sendable {
        package let pattern: String
        package let extract: String

        package init(pattern: String, extract: String = "") {
            self.pattern = pattern
            self.extract = extract
        }
    }

    package let semverRange: String?
    package let alphabeticalOrder: String?
    package let numericalOrder: String?
    package let filter: Filter?

    package init(
        semverRange: String? = nil, alphabeticalOrder: String? = nil,
        numericalOrder: String? = nil, filter: Filter? = nil
    ) {
        self.semverRange = semverRange
        self.alphabeticalOrder = alphabeticalOrder
        self.numericalOrder = numericalOrder
        self.filter = filter
    }

    /// Returns the ordering; of several fields Flux uses the first and ignores the others.
    ///
    /// Source: image-reflector-controller, `PolicerFromSpec`.
    package func ordering() throws(TagPolicyError) -> TagOrdering {
        if let semverRange {
            do {
                return .semver(try VersionConstraint(semverRange))
            } catch {
                throw .invalidRange(error)
            }
        }
        if let alphabeticalOrder { return .alphabetical(try direction(alphabeticalOrder)) }
        if let numericalOrder { return .numerical(try direction(numericalOrder)) }
        throw .noOrdering
    }

    package func tagFilter() throws(TagPolicyError) -> TagFilter? {
        guard let filter else { return nil }
        do {
            return try TagFilter(pattern: filter.pattern, extract: filter.extract)
        } catch {
            throw .invalidPattern(error)
        }
    }

    private func direction(_ order: String) throws(TagPolicyError) -> TagOrdering.Direction {
        switch order.uppercased() {
        case "", "ASC": .ascending
        case "DESC": .descending
        default: throw .invalidOrder(order)
        }
    }
}

/// Why Flux stalls a policy.
package enum TagPolicyError: Error, Hashable, Sendable {
    case noOrdering
    case invalidOrder(String)
    case invalidRange(VersionConstraintError)
    case invalidPattern(PatternError)
}

extension TagPolicyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noOrdering: "the policy has none of `semver`, `alphabetical` and `numerical`"
        case .invalidOrder(let order):
            order.isEmpty
                ? "the order is empty instead of `asc` or `desc`"
                : "the order is `\(order)` instead of `asc` or `desc`"
        case .invalidRange(let error): error.description
        case .invalidPattern(let error): "\(error)"
        }
    }
}
