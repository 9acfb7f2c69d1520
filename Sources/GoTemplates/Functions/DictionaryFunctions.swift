/// sprig's functions for dictionaries; keys come sorted, where Go's order is random.
extension TemplateFunction {
    static let dictionaryFunctions: [String: TemplateFunction] = [
        "dict": Self(rest: .any, gives: .dictionary) { a throws(CallFailure) in
            try a.budget.reserve(a.count)
            let map = TemplateMap()
            for place in stride(from: 0, to: a.count, by: 2) {
                let value = place + 1 < a.count ? a[place + 1] : .string([])
                map[try a[place].goText(a.budget)] = value
            }
            return .map(map)
        },
        "get": Self(.dictionary, .string) { a in a.map(0)[a.string(1)] ?? .string([]) },
        "set": Self(.dictionary, .string, .any, gives: .dictionary) { a throws(CallFailure) in
            guard !a.map(0).isNil else { throw .cannotUse(type: "a nil map") }
            try a.budget.reserve(1 + a.string(1).count)
            try a.budget.link(a[2])
            a.map(0)[a.string(1)] = a[2]
            return a[0]
        },
        "unset": Self(.dictionary, .string, gives: .dictionary) { a in
            a.map(0)[a.string(1)] = nil
            return a[0]
        },
        "hasKey": Self(.dictionary, .string, gives: .bool) { a in
            .bool(a.map(0)[a.string(1)] != nil)
        },
        "pluck": Self(.string, rest: .dictionary, gives: .list) { a in
            let values = a.values.indices.dropFirst().compactMap { a.map($0)[a.string(0)] }
            return .list(TemplateList(values))
        },
        "keys": Self(rest: .dictionary, gives: .slice(.string)) { a throws(CallFailure) in
            let maps = a.values.indices.map { a.map($0) }
            try a.budget.reserve(maps.reduce(0) { $0 + $1.entries.count })
            return .strings(maps.flatMap { $0.sorted.map { $0.key.parts[0] } })
        },
        "values": Self(.dictionary, gives: .list) { a throws(CallFailure) in
            try a.budget.reserve(a.map(0).entries.count)
            return .list(TemplateList(a.map(0).sorted.map(\.value)))
        },
        "pick": Self(.dictionary, rest: .string, gives: .dictionary) { a throws(CallFailure) in
            try filtered(a, isKept: true)
        },
        "omit": Self(.dictionary, rest: .string, gives: .dictionary) { a throws(CallFailure) in
            try filtered(a, isKept: false)
        },
        "merge": merging(overwrites: false),
        "mustMerge": merging(overwrites: false),
        "mergeOverwrite": merging(overwrites: true),
        "mustMergeOverwrite": merging(overwrites: true),
        "deepCopy": copying,
        "mustDeepCopy": copying,
        "dig": Self(rest: .any) { a throws(CallFailure) in try dig(a) },
    ]

    private static let copying = Self(.any) { a throws(CallFailure) in
        guard !a[0].isNothing else { throw .cannotUse(type: "nil") }
        return try a[0].copy(a.budget)
    }

    private static func filtered(
        _ a: Arguments, isKept: Bool
    ) throws(CallFailure) -> TemplateValue {
        try a.budget.reserve(a.map(0).entries.count)
        let keys = Set(a.values.indices.dropFirst().map { MapKey(a.string($0)) })
        return .map(TemplateMap(a.map(0).entries.filter { keys.contains($0.key) == isKept }))
    }

    private static func merging(overwrites: Bool) -> TemplateFunction {
        Self(.dictionary, rest: .dictionary, gives: .dictionary) { a throws(CallFailure) in
            let target = a.map(0).isNil ? TemplateMap() : a.map(0)
            for place in a.values.indices.dropFirst() {
                try merge(a.map(place), into: target, overwrites, depth: 0, a.budget)
            }
            return .map(target)
        }
    }

    /// Maps merge with maps; what is empty in the target is replaced in any case.
    ///
    /// Source: dario.cat/mergo v1.0.1, `deepMerge`.
    private static func merge(
        _ source: TemplateMap, into target: TemplateMap, _ overwrites: Bool, depth: Int,
        _ budget: Budget
    ) throws(CallFailure) {
        try budget.check(depth: depth + 1)
        for (key, value) in source.entries {
            try budget.spend()
            try budget.reserve(1)
            let old = target[key] ?? .missing
            if value.isNothing {
                if overwrites { target[key] = value }
                continue
            }
            if case .map(let inner) = value, case .map(let outer) = old, inner !== outer {
                try merge(inner, into: outer, overwrites, depth: depth + 1, budget)
                if !outer.entries.isEmpty { continue }
            }
            guard overwrites || old.isEmpty else { continue }
            try budget.link(value)
            target[key] = value
        }
    }

    /// Keys, a default, and the dictionary to go through.
    private static func dig(_ a: Arguments) throws(CallFailure) -> TemplateValue {
        guard a.count >= 3 else { throw .tooFewArguments(wanted: 3) }
        var value = a[a.count - 1]
        for place in 0..<(a.count - 2) {
            guard case .string(let key) = a[place] else {
                throw .cannotUse(type: a[place].typeName)
            }
            guard case .map(let map) = value, map.type == .dictionary else {
                throw .cannotUse(type: value.typeName)
            }
            guard let next = map[key] else { return a[a.count - 2] }
            value = next
        }
        return value
    }
}

extension TemplateValue {
    /// The value with maps of its own throughout.
    func copy(_ budget: Budget, depth: Int = 0) throws(CallFailure) -> TemplateValue {
        try budget.spend()
        try budget.check(depth: depth + 1)
        switch self {
        case .list(let list):
            try budget.reserve(list.elements.count)
            var elements: [TemplateValue] = []
            for element in list.elements {
                elements.append(try element.copy(budget, depth: depth + 1))
            }
            return .list(TemplateList(elements, of: list.elementType, isNil: list.isNil))
        case .map(let map):
            try budget.reserve(map.entries.count)
            let result = TemplateMap(type: map.type, isNil: map.isNil)
            for (key, value) in map.entries {
                result[key] = try value.copy(budget, depth: depth + 1)
            }
            return .map(result)
        default: return self
        }
    }
}
