/// `eq`, `ne`, `lt`, `le`, `gt`, `ge`: basic kinds compare with themselves, integers with each
/// other.
extension TemplateFunction {
    static let comparisons: [String: TemplateFunction] = [
        "eq": Self(.reflected, rest: .reflected, gives: .bool) { a throws(CallFailure) in
            guard a.count > 1 else { throw .noComparison }
            for other in a.rest(1) where try isEqual(a[0], other, a.budget) { return .bool(true) }
            return .bool(false)
        },
        "ne": comparison { (a, b, budget) throws(CallFailure) in try !isEqual(a, b, budget) },
        "lt": comparison { (a, b, _) throws(CallFailure) in try isLess(a, b) },
        "le": comparison(isLessOrEqual),
        "gt": comparison { (a, b, budget) throws(CallFailure) in
            try !isLessOrEqual(a, b, budget)
        },
        "ge": comparison { (a, b, _) throws(CallFailure) in try !isLess(a, b) },
    ]

    private static func comparison(
        _ body:
            @escaping @Sendable (
                TemplateValue, TemplateValue, Budget
            ) throws(CallFailure) -> Bool
    ) -> TemplateFunction {
        Self(.reflected, .reflected, gives: .bool) { a throws(CallFailure) in
            .bool(try body(a[0], a[1], a.budget))
        }
    }

    private static func isEqual(
        _ left: TemplateValue, _ right: TemplateValue, _ budget: Budget
    ) throws(CallFailure) -> Bool {
        if case .integer(let a, let one) = left, case .integer(let b, let other) = right {
            return a == b && (one.isUnsigned == other.isUnsigned || a >= 0)
        }
        if left.isNothing || right.isNothing { return left.isNil == right.isNil }
        guard let one = left.type, let other = right.type, one.kind == other.kind else {
            throw .incompatible(left.typeName, right.typeName)
        }
        if left.isNil || right.isNil { return left.isNil == right.isNil }
        guard other.isComparable else { throw .cannotUse(type: other.name) }
        return try left.isDeeplyEqual(to: right, budget)
    }

    private static func isLessOrEqual(
        _ left: TemplateValue, _ right: TemplateValue, _ budget: Budget
    ) throws(CallFailure) -> Bool {
        if try isLess(left, right) { return true }
        return try isEqual(left, right, budget)
    }

    private static func isLess(
        _ left: TemplateValue, _ right: TemplateValue
    ) throws(CallFailure) -> Bool {
        switch (left, right) {
        case (.integer(let a, let one), .integer(let b, let other)):
            if one.isUnsigned == other.isUnsigned {
                return one.isUnsigned ? UInt(bitPattern: a) < UInt(bitPattern: b) : a < b
            }
            // Of a signed and an unsigned number, negative bits decide.
            return one.isUnsigned ? b >= 0 && a >= 0 && a < b : a < 0 || b < 0 || a < b
        case (.float(let a), .float(let b)): return a < b
        case (.string(let a), .string(let b)): return a.lexicographicallyPrecedes(b)
        case (.bool, .bool): throw .cannotUse(type: left.typeName)
        default:
            guard left.isBasic else { throw .cannotUse(type: left.typeName) }
            guard right.isBasic else { throw .cannotUse(type: right.typeName) }
            throw .incompatible(left.typeName, right.typeName)
        }
    }
}

extension TemplateValue {
    /// Whether the value is of one of the kinds that Go's templates compare.
    var isBasic: Bool {
        switch self {
        case .bool, .integer, .float, .string: true
        default: false
        }
    }

    /// Go's `reflect.DeepEqual`: the same types throughout.
    func isDeeplyEqual(
        to other: TemplateValue, _ budget: Budget, depth: Int = 0
    ) throws(CallFailure) -> Bool {
        try budget.spend()
        try budget.check(depth: depth)
        switch (self, other) {
        case (.missing, .missing), (.null, .null), (.missing, .null), (.null, .missing): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.integer(let a, let one), .integer(let b, let other)): return a == b && one == other
        case (.float(let a), .float(let b)): return a == b
        case (.string(let a), .string(let b)): return a == b
        case (.list(let a), .list(let b)):
            guard a.elementType == b.elementType, a.isNil == b.isNil else { return false }
            return try Self.areEqual(a.elements, b.elements, budget, depth)
        case (.map(let a), .map(let b)): return try Self.areEqual(a, b, budget, depth)
        case (.record(let a), .record(let b)):
            guard a.type == b.type else { return false }
            return try Self.areEqual(a.values, b.values, budget, depth)
        default: return false
        }
    }

    private static func areEqual(
        _ left: [TemplateValue], _ right: [TemplateValue], _ budget: Budget, _ depth: Int
    ) throws(CallFailure) -> Bool {
        guard left.count == right.count else { return false }
        for (one, other) in zip(left, right) {
            guard try one.isDeeplyEqual(to: other, budget, depth: depth + 1) else { return false }
        }
        return true
    }

    private static func areEqual(
        _ left: TemplateMap, _ right: TemplateMap, _ budget: Budget, _ depth: Int
    ) throws(CallFailure) -> Bool {
        if left === right { return true }
        guard left.type == right.type, left.isNil == right.isNil,
            left.entries.count == right.entries.count
        else { return false }
        for (key, one) in left.entries {
            guard let other = right[key],
                try one.isDeeplyEqual(to: other, budget, depth: depth + 1)
            else { return false }
        }
        return true
    }
}

extension [TemplateValue] {
    /// Whether one of the elements is deeply equal to `value`.
    func contains(_ value: TemplateValue, _ budget: Budget) throws(CallFailure) -> Bool {
        for element in self where try element.isDeeplyEqual(to: value, budget) { return true }
        return false
    }
}
