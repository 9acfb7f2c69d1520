package import SemanticVersions
import SourceText

/// The rule by which a policy finds the latest of several values: `spec.policy`.
package enum TagOrdering: Hashable, Sendable {
    /// The highest version of a range.
    case semver(VersionConstraint)
    /// By bytes.
    case alphabetical(Direction)
    /// By number as parsed by Go; see `goFloat`.
    case numerical(Direction)

    package enum Direction: Hashable, Sendable {
        /// The largest value is the latest.
        case ascending
        /// The smallest value is the latest.
        case descending
    }
}

/// The part of a value that an ordering compares.
enum ValueRank: Hashable, Sendable {
    case version(Precedence)
    case number(Double)
    case text
}

extension TagOrdering {
    /// Returns the value's rank, or why it cannot be selected.
    func rank(of value: String) -> Result<ValueRank, ValueRefusal> {
        switch self {
        case .semver(let constraint):
            do {
                let version = try Version(candidate: value)
                return constraint.isSatisfied(by: version)
                    ? .success(.version(version.precedence)) : .failure(.outOfRange)
            } catch {
                return .failure(.notAVersion(error))
            }
        case .numerical:
            return goFloat(value).map { .success(.number($0)) } ?? .failure(.notANumber)
        case .alphabetical: return .success(.text)
        }
    }

    /// Whether Flux treats one value as later than another; both must have this kind of rank.
    ///
    /// Equal values are ordered as if Flux always read its tags in stored order, descending by
    /// bytes: of versions the first is selected, of numbers the last.
    func comesLater(
        _ rank: ValueRank, _ value: String, than otherRank: ValueRank, _ other: String
    ) -> Bool {
        switch (self, rank, otherRank) {
        case (_, .version(let version), .version(let otherVersion)):
            version == otherVersion ? other.bytesPrecede(value) : otherVersion < version
        case (.numerical(let direction), .number(let number), .number(let otherNumber)):
            if number == otherNumber {
                value.bytesPrecede(other)
            } else {
                direction == .ascending ? otherNumber < number : number < otherNumber
            }
        case (.alphabetical(let direction), .text, .text):
            direction == .ascending ? other.bytesPrecede(value) : value.bytesPrecede(other)
        default: false
        }
    }
}

/// Why an ordering cannot select a value.
package enum ValueRefusal: Error, Hashable, Sendable {
    case notAVersion(VersionError)
    case outOfRange
    case notANumber
}
