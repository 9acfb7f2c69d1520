import RegularLanguages

/// Evaluates filters for one call, within a bound of steps for all of them.
struct FilterEvaluator {
    /// A step is a part of an expression, an item of a list, or some bytes of a text.
    static let stepLimit = 2_000_000

    var variables: [String: FilterValue] = [:]
    private var steps = 0

    /// - Parameter request: The variable `req`.
    init(request: FilterValue) {
        variables["req"] = request
    }

    /// Returns whether a filter holds for the object `resource`.
    mutating func isTrue(
        _ expression: FilterExpression, of resource: FilterValue
    ) throws(FilterProblem) -> Bool {
        variables["res"] = resource
        return try boolean(expression)
    }

    mutating func count(_ more: Int = 1) throws(FilterProblem) {
        steps += more
        guard steps <= Self.stepLimit else { throw .tooManySteps(limit: Self.stepLimit) }
    }

    mutating func value(_ expression: FilterExpression) throws(FilterProblem) -> FilterValue {
        try count()
        switch expression {
        case .literal(let value): return value
        case .list(let items):
            var values: [FilterValue] = []
            for item in items { values.append(try value(item)) }
            return .list(values)
        case .name(let name):
            guard let value = variables[name] else { throw .notSupported(name) }
            return value
        case .field(let operand, let name): return try field(name, of: value(operand))
        case .index(let operand, let key): return try item(at: value(key), of: value(operand))
        case .has(let operand, let name): return .boolean(try has(name, in: value(operand)))
        case .not(let operand): return .boolean(!(try boolean(operand)))
        case .and(let left, let right):
            return .boolean(try combined([left, right], deciding: false))
        case .or(let left, let right):
            return .boolean(try combined([left, right], deciding: true))
        case .choice(let condition, let yes, let no):
            return try boolean(condition) ? value(yes) : value(no)
        case .relation(let relation, let left, let right):
            return .boolean(try holds(relation, value(left), value(right)))
        case .sum(let left, let right): return try sum(value(left), value(right))
        case .matches(let operand, let pattern):
            let text = try text(value(operand), of: "matches")
            try count(16 * text.utf8.count)
            var matcher = PatternMatcher(pattern)
            return .boolean(matcher.firstMatch(in: Array(text.utf8)) != nil)
        case .call(let function, let operand, let arguments):
            let subject = try value(operand)
            var values: [FilterValue] = []
            for argument in arguments { values.append(try value(argument)) }
            return try result(of: function, on: subject, values)
        case .macro(let macro, let operand, let variable, let body):
            return try result(of: macro, over: value(operand), variable, body)
        }
    }

    // MARK: Booleans

    mutating func boolean(_ expression: FilterExpression) throws(FilterProblem) -> Bool {
        guard case .boolean(let value) = try value(expression) else { throw .notBoolean }
        return value
    }

    /// Whether any of the conditions is `deciding`: then the others may fail; else the first that
    /// fails counts.
    private mutating func combined(
        _ conditions: [FilterExpression], deciding: Bool
    ) throws(FilterProblem) -> Bool {
        var failure: FilterProblem?
        for condition in conditions {
            do throws(FilterProblem) {
                if try boolean(condition) == deciding { return deciding }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return !deciding
    }

    private mutating func holds(
        _ relation: FilterRelation, _ left: FilterValue, _ right: FilterValue
    ) throws(FilterProblem) -> Bool {
        try count(left.size + right.size)
        switch relation {
        case .equal: return left.isEqual(to: right)
        case .notEqual: return !left.isEqual(to: right)
        case .less: return try isLess(left, right, relation)
        case .greater: return try isLess(right, left, relation)
        case .atMost: return try isLess(left, right, relation) || left.isEqual(to: right)
        case .atLeast: return try isLess(right, left, relation) || left.isEqual(to: right)
        case .isIn:
            switch right {
            case .list(let items): return items.contains { $0.isEqual(to: left) }
            case .map, .partial: return try has(text(left, of: "in"), in: right)
            default: throw .wrongType(operation: "in")
            }
        }
    }

    private func isLess(
        _ left: FilterValue, _ right: FilterValue, _ relation: FilterRelation
    ) throws(FilterProblem) -> Bool {
        guard let isLess = left.isLess(than: right) else {
            throw .wrongType(operation: relation.rawValue)
        }
        return isLess
    }

    private mutating func sum(
        _ left: FilterValue, _ right: FilterValue
    ) throws(FilterProblem) -> FilterValue {
        try count(left.size + right.size)
        switch (left, right) {
        case (.string(let left), .string(let right)): return .string(left + right)
        case (.list(let left), .list(let right)): return .list(left + right)
        case (.double(let left), .double(let right)): return .double(left + right)
        case (.int(let left), .int(let right)):
            let (value, overflow) = left.addingReportingOverflow(right)
            guard !overflow else { throw .wrongType(operation: "+") }
            return .int(value)
        default: throw .wrongType(operation: "+")
        }
    }
}

extension FilterValue {
    /// About how much it costs to compare it.
    fileprivate var size: Int {
        switch self {
        case .string(let text): text.utf8.count / 64
        case .list(let items): items.reduce(items.count) { $0 + $1.size }
        case .map(let members): members.values.reduce(members.count) { $0 + $1.size }
        default: 0
        }
    }
}
