/// sprig's functions that take lists; the ones beginning with `must` fail in the same way here.
extension TemplateFunction {
    static let listFunctions: [String: TemplateFunction] = {
        let twice: [String: TemplateFunction] = [
            "first": list(.any) { (elements, _) in elements.first ?? .null },
            "last": list(.any) { (elements, _) in elements.last ?? .null },
            "rest": listToList { Array($0.dropFirst()) },
            "initial": listToList { Array($0.dropLast()) },
            "reverse": list(.any) { (elements, _) in .list(TemplateList(elements.reversed())) },
            "compact": list(.any) { (elements, _) in
                .list(TemplateList(elements.filter { !$0.isEmpty }))
            },
            "uniq": list(.any) { (elements, a) throws(CallFailure) in
                .list(TemplateList(try unique(elements, a.budget)))
            },
            "append": list(.any, .any) { (elements, a) in
                .list(TemplateList(elements + [a[1]]))
            },
            "prepend": list(.any, .any) { (elements, a) in
                .list(TemplateList([a[1]] + elements))
            },
            "without": Self(.any, rest: .any, gives: .list) { a throws(CallFailure) in
                let omitted = Array(a.rest(1))
                var kept: [TemplateValue] = []
                for element in try a[0].elements(a.budget)
                where try !omitted.contains(element, a.budget) {
                    kept.append(element)
                }
                return .list(TemplateList(kept))
            },
            "slice": Self(.any, rest: .any) { a throws(CallFailure) in try slice(a) },
            "has": Self(.any, .any, gives: .bool) { a throws(CallFailure) in
                if a[1].isNothing { return .bool(false) }
                let elements = try a[1].elements(a.budget)
                return .bool(try elements.contains(a[0], a.budget))
            },
            "chunk": Self(.int, .any, gives: .slice(.list)) { a throws(CallFailure) in
                try chunks(of: a[1].elements(a.budget), size: a.int(0))
            },
        ]
        var result = twice
        for (name, function) in twice {
            result["must" + name.prefix(1).uppercased() + name.dropFirst()] = function
        }
        result["push"] = twice["append"]
        result["mustPush"] = twice["append"]
        return result
    }()

    private static func list(
        _ parameters: ParameterType...,
        body: @escaping @Sendable ([TemplateValue], Arguments) throws(CallFailure) -> TemplateValue
    ) -> TemplateFunction {
        let run: Body = { a throws(CallFailure) in try body(try a[0].elements(a.budget), a) }
        return parameters.count == 1 ? Self(.any, body: run) : Self(.any, .any, body: run)
    }

    /// An empty list gives nil instead of an empty list.
    private static func listToList(
        _ body: @escaping @Sendable ([TemplateValue]) -> [TemplateValue]
    ) -> TemplateFunction {
        list(.any) { (elements, _) in
            .list(TemplateList(body(elements), isNil: elements.isEmpty))
        }
    }

    private static func unique(
        _ elements: [TemplateValue], _ budget: Budget
    ) throws(CallFailure) -> [TemplateValue] {
        var result: [TemplateValue] = []
        for element in elements {
            if try !result.contains(element, budget) { result.append(element) }
        }
        return result
    }

    private static func slice(_ a: Arguments) throws(CallFailure) -> TemplateValue {
        guard case .list(let list) = a[0] else { throw .cannotUse(type: a[0].typeName) }
        guard !list.elements.isEmpty else { return .null }
        let start = a.count > 1 ? GoConversion.integer(a[1]) : 0
        let end = a.count > 2 ? GoConversion.integer(a[2]) : list.elements.count
        guard end >= 0, end <= list.elements.count else { throw .outOfRange(end) }
        guard start >= 0, start <= end else { throw .reversedRange(start, end) }
        try a.budget.reserve(end - start)
        return .list(TemplateList(Array(list.elements[start..<end]), of: list.elementType))
    }

    private static func chunks(
        of elements: [TemplateValue], size: Int
    ) throws(CallFailure) -> TemplateValue {
        // Go counts the chunks first, and that can come out at none.
        if size < 0, elements.count > 1, (elements.count - 2) / size == 0,
            elements.count - 1 <= -size
        {
            return .list(TemplateList([], of: .list))
        }
        guard size > 0 else { throw .outOfRange(size) }
        let chunks = stride(from: 0, to: elements.count, by: size).map { start in
            TemplateValue.list(TemplateList(Array(elements[start...].prefix(size))))
        }
        return .list(TemplateList(chunks, of: .list))
    }

    // MARK: Makers

    /// sprig's functions that make lists.
    static let listMakers: [String: TemplateFunction] = [
        "list": Self(rest: .any, gives: .list) { a in .list(TemplateList(a.values)) },
        "tuple": Self(rest: .any, gives: .list) { a in .list(TemplateList(a.values)) },
        "concat": Self(rest: .any, gives: .list) { a throws(CallFailure) in
            var elements: [TemplateValue] = []
            for value in a.values { elements += try value.elements(a.budget) }
            return .list(TemplateList(elements, isNil: elements.isEmpty))
        },
        "sortAlpha": Self(.any, gives: .slice(.string)) { a throws(CallFailure) in
            guard case .list = a[0] else { return .strings([try a[0].goText(a.budget)]) }
            let texts = try a[0].goTexts(a.budget)
            try a.budget.spend(texts.count)
            return .strings(texts.sorted { $0.lexicographicallyPrecedes($1) })
        },
        "until": Self(.int, gives: .slice(.int)) { a throws(CallFailure) in
            .integers(try steps(from: 0, to: a.int(0), by: a.int(0) < 0 ? -1 : 1, a.budget))
        },
        "untilStep": Self(.int, .int, .int, gives: .slice(.int)) { a throws(CallFailure) in
            .integers(try steps(from: a.int(0), to: a.int(1), by: a.int(2), a.budget))
        },
    ]

    private static func steps(
        from start: Int, to stop: Int, by step: Int, _ budget: Budget
    ) throws(CallFailure) -> [Int] {
        guard stop < start ? step < 0 : step > 0 else { return [] }
        let distance =
            stop < start
            ? start.subtractingReportingOverflow(stop) : stop.subtractingReportingOverflow(start)
        let count =
            distance.overflow ? Int.max : distance.partialValue / max(1, abs(max(step, -Int.max)))
        try budget.reserve(count, times: 8)
        try budget.spend(count / 16)
        return Array(stride(from: start, to: stop, by: step))
    }
}

extension TemplateValue {
    /// The elements of a list, counted against the budget.
    func elements(_ budget: Budget) throws(CallFailure) -> [TemplateValue] {
        guard case .list(let list) = self else { throw .cannotUse(type: typeName) }
        try budget.reserve(list.elements.count, times: 8)
        try budget.spend(list.elements.count / 16)
        return list.elements
    }

    static func integers(_ values: [Int]) -> TemplateValue {
        .list(TemplateList(values.map(TemplateValue.int), of: .int))
    }

    /// sprig's `empty`; a structure never is.
    var isEmpty: Bool { !isTrue }
}
