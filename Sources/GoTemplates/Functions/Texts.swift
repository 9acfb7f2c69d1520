/// String operations that several families of functions share.
extension TemplateValue {
    /// sprig's `strval`: the text of a value where a string is wanted.
    func goText(_ budget: Budget) throws(CallFailure) -> Bytes {
        switch self {
        case .missing, .null: Bytes("<nil>")
        default: try GoPrinter.text(of: self, budget: budget)
        }
    }

    /// sprig's `strslice`: the texts of a list's elements without nil, or of the value alone.
    func goTexts(_ budget: Budget) throws(CallFailure) -> [Bytes] {
        guard case .list(let list) = self else {
            return isNothing ? [] : [try goText(budget)]
        }
        var result: [Bytes] = []
        for element in list.elements where !element.isNothing {
            result.append(try element.goText(budget))
        }
        return result
    }
}

extension Bytes {
    /// Go's `strings.SplitN`: at most `limit` parts unless negative; an empty separator parts
    /// the scalars.
    func split(by separator: Bytes, limit: Int = -1) -> [Bytes] {
        guard limit != 0 else { return [] }
        guard !separator.isEmpty else { return exploded(limit: limit) }
        var result: [Bytes] = []
        var start = 0
        while limit < 0 || result.count < limit - 1,
            let next = firstOffset(of: separator, from: start)
        {
            result.append(Bytes(self[start..<next]))
            start = next + separator.count
        }
        return result + [Bytes(self[start...])]
    }

    private func exploded(limit: Int) -> [Bytes] {
        let ranges = runes.map(\.range)
        let count = limit < 0 ? ranges.count : Swift.min(limit, ranges.count)
        guard count > 0 else { return [] }
        let parts = ranges.prefix(count - 1).map { Bytes(self[$0]) }
        return parts + [Bytes(self[ranges[count - 1].lowerBound...])]
    }

    /// Go's `strings.ReplaceAll`: an empty `old` matches before each scalar and at the end.
    func replacing(_ old: Bytes, with new: Bytes) -> Bytes {
        guard old.isEmpty else { return Bytes(split(by: old).joined(separator: new)) }
        var result = new
        for rune in runes { result += self[rune.range] + new }
        return result
    }

    /// Without the scalars at both ends that `isCut` names.
    func trimming(_ isCut: (Unicode.Scalar) -> Bool) -> Bytes {
        let runes = runes
        guard let first = runes.first(where: { !isCut($0.scalar) }),
            let last = runes.last(where: { !isCut($0.scalar) })
        else { return [] }
        return Bytes(self[first.range.lowerBound..<last.range.upperBound])
    }
}

extension TemplateFunction {
    /// A function of one string that gives one no longer than some times the first.
    static func text(_ body: @escaping @Sendable (Bytes) -> Bytes) -> TemplateFunction {
        Self(.string, gives: .string) { a throws(CallFailure) in
            try a.budget.reserve(a.string(0).count)
            return .string(body(a.string(0)))
        }
    }
}
