package import RegularLanguages
package import SemanticVersions

/// A condition of a custom rule.
package enum CustomCondition: Sendable {
    case test(CustomTest)
    case all([CustomCondition])
    case any([CustomCondition])
    indirect case not(CustomCondition)

    /// The tests in it, in the order in which they are written.
    package var tests: [CustomTest] {
        switch self {
        case .test(let test): [test]
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
        case .not(let condition): condition.tests
        }
    }
}

/// The comparison of one field.
///
/// A class, because verdicts on every image of a repository refer to it.
package final class CustomTest: Sendable {
    package enum Expectation: Sendable {
        case text(CustomTextTest)
        case presence(Bool)
        case version(VersionConstraint)
        case duration(CustomDurationTest)
        case flag(Bool)
        /// The language is nil where the pattern is too large for an automaton.
        case language(Pattern, Language?)
    }

    package let field: CustomField
    /// The key of a label or an annotation.
    package let key: String?
    package let expectation: Expectation

    init(field: CustomField, key: String?, expectation: Expectation) {
        self.field = field
        self.key = key
        self.expectation = expectation
    }
}

// MARK: Words

extension CustomCondition {
    /// The condition as a clause.
    package var words: String { words(isInner: false) }

    private func words(isInner: Bool) -> String {
        func joined(_ conditions: [CustomCondition], _ word: String) -> String {
            let clause = conditions.map { $0.words(isInner: conditions.count > 1) }
                .joined(separator: " \(word) ")
            return isInner && conditions.count > 1 ? "(\(clause))" : clause
        }
        return switch self {
        case .test(let test): test.words
        case .all(let conditions): joined(conditions, "and")
        case .any(let conditions): joined(conditions, "or")
        case .not(let condition): "not (\(condition.words))"
        }
    }
}

extension CustomTest {
    /// The field as messages name it.
    package var name: String { key.map { "\(field.rawValue).\($0)" } ?? field.rawValue }

    /// The test as a clause.
    package var words: String {
        switch expectation {
        case .text(let test): "`\(name)` \(test.words)"
        case .presence(let isPresent): "`\(name)` is \(isPresent ? "present" : "absent")"
        case .version(let range): "`\(name)` is in the range `\(range.text)`"
        case .duration(let limit): "`\(name)` is \(limit.words)"
        case .flag(let value): "`\(name)` is \(value)"
        case .language(let pattern, _):
            "every tag that the policy could select matches `\(pattern.source)`"
        }
    }
}

extension CustomTextTest {
    fileprivate var words: String {
        let wanted = wanted.isEmpty ? nil : "is \(Self.list(wanted, "or"))"
        let refused = refused.isEmpty ? nil : "is not \(Self.list(refused, "or"))"
        return [wanted, refused].compactMap(\.self).joined(separator: " and ")
    }

    private static func list(_ matchers: [CustomMatcher], _ word: String) -> String {
        let words = matchers.map { "`\($0.source)`" }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}
