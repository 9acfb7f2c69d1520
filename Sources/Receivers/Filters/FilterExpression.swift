import RegularLanguages

/// A parsed filter.
indirect enum FilterExpression: Sendable {
    case literal(FilterValue)
    case list([FilterExpression])
    /// `req`, `res`, or the variable of a macro.
    case name(String)
    case field(FilterExpression, String)
    case index(FilterExpression, FilterExpression)
    /// `has(operand.name)`
    case has(FilterExpression, String)
    case not(FilterExpression)
    case and(FilterExpression, FilterExpression)
    case or(FilterExpression, FilterExpression)
    case choice(FilterExpression, FilterExpression, FilterExpression)
    case relation(FilterRelation, FilterExpression, FilterExpression)
    case sum(FilterExpression, FilterExpression)
    case call(FilterFunction, on: FilterExpression, [FilterExpression])
    /// With a pattern that is known beforehand.
    case matches(FilterExpression, Pattern)
    case macro(FilterMacro, over: FilterExpression, variable: String, FilterExpression)
}

enum FilterRelation: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
    case isIn = "in"
}

/// A function that is called on a value.
enum FilterFunction: String, CaseIterable, Sendable {
    case contains
    case startsWith
    case endsWith
    case size
    case lowerAscii
    case upperAscii
    case split
    case replace
    case join
    case trim
    case first
    case last
    case value
    case hasValue
    case orValue

    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .contains, .startsWith, .endsWith, .split, .orValue: 1...1
        case .size, .lowerAscii, .upperAscii, .trim, .first, .last, .value, .hasValue: 0...0
        case .replace: 2...2
        case .join: 0...1
        }
    }
}

enum FilterMacro: String, CaseIterable, Sendable {
    case all
    case exists
    case filter
    case map
    case existsOne = "exists_one"
}
