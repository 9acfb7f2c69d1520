import SourceText

extension FilterEvaluator {
    mutating func result(
        of macro: FilterMacro, over range: FilterValue, _ variable: String, _ body: FilterExpression
    ) throws(FilterProblem) -> FilterValue {
        let items = try self.items(range, of: macro.rawValue)
        let outer = variables[variable]
        defer { variables[variable] = outer }
        var kept: [FilterValue] = []
        var failure: FilterProblem?
        for item in items {
            variables[variable] = item
            if macro == .map {
                kept.append(try value(body))
                continue
            }
            do throws(FilterProblem) {
                if try boolean(body) {
                    kept.append(item)
                } else if macro == .all {
                    return .boolean(false)
                }
            } catch {
                guard macro == .all || macro == .exists else { throw error }
                failure = failure ?? error
            }
            if macro == .exists, !kept.isEmpty { return .boolean(true) }
        }
        if let failure { throw failure }
        switch macro {
        case .all: return .boolean(true)
        case .exists: return .boolean(false)
        case .existsOne: return .boolean(kept.count == 1)
        case .filter, .map: return .list(kept)
        }
    }

    /// The items of a list, or the keys of a map.
    private func items(
        _ range: FilterValue, of operation: String
    ) throws(FilterProblem) -> [FilterValue] {
        switch range {
        case .list(let items): return items
        case .map(let members):
            return members.keys.sorted { $0.bytesPrecede($1) }
                .map { .string($0) }
        case .partial: throw .unknownOfResource("metadata")
        default: throw .wrongType(operation: operation)
        }
    }
}
