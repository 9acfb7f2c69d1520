extension TagPolicySpecification {
    /// What Flux selects; an invalid filter only counts once there are tags, as in Flux.
    package func selection(
        from tags: [String], excluding exclusions: TagExclusions = .none
    ) -> Selection {
        do {
            let ordering = try ordering()
            guard !tags.isEmpty else { return Selection(outcome: .failure(.noTags), verdicts: []) }
            let policy = TagPolicy(ordering: ordering, filter: try tagFilter())
            return policy.selection(from: tags, excluding: exclusions)
        } catch {
            return Selection(outcome: .failure(.invalidPolicy(error)), verdicts: [])
        }
    }
}

extension TagPolicy {
    /// What Flux selects from `tags`, and why.
    ///
    /// The order of the tags does not matter. Where Flux's own answer hangs on the order in which
    /// it meets them, this is the answer for the order in which it stores them, descending by
    /// bytes; of tags with one value, the smallest by bytes stands for all.
    ///
    /// Source: image-reflector-controller v1.2.0, `internal/policy` and `applyPolicy`.
    package func selection(
        from tags: [String], excluding exclusions: TagExclusions = .none
    ) -> Selection {
        let droppingPatterns = exclusions.droppingPatterns(for: tags)
        let scanned = zip(tags, droppingPatterns).filter { $1 == nil }.map(\.0)
        let values = filter?.values(of: scanned) ?? scanned
        let race = SelectionRace(ordering, tags: scanned, values: values)
        var judged = race.verdicts.makeIterator()
        let verdicts = zip(tags, droppingPatterns).compactMap { tag, pattern in
            pattern.map { TagVerdict(tag: tag, value: nil, fate: .excluded(pattern: $0)) }
                ?? judged.next()
        }
        return Selection(outcome: race.outcome, verdicts: verdicts)
    }
}

/// Compares the values of tags and judges each of them.
private struct SelectionRace {
    let outcome: Result<String, SelectionFailure>
    let verdicts: [TagVerdict]

    /// A value is nil where the filter drops its tag.
    init(_ ordering: TagOrdering, tags: [String], values: [String?]) {
        let owners = Self.owners(tags: tags, values: values)
        var ranks: [Result<ValueRank, ValueRefusal>?] = []
        ranks.reserveCapacity(tags.count)
        var candidates: [RankedValue] = []
        var invalidNumber: SelectionFailure?
        for (tag, value) in zip(tags, values) {
            let rank = value.map(ordering.rank)
            ranks.append(rank)
            guard let value, let rank else { continue }
            switch rank {
            case .success(let rank): candidates.append(RankedValue(value: value, rank: rank))
            case .failure(.notANumber) where invalidNumber == nil:
                invalidNumber = .invalidNumber(value: value, tag: tag)
            case .failure: break
            }
        }
        let winner = invalidNumber == nil ? Self.winner(of: candidates, by: ordering) : nil
        if let winner {
            outcome = .success(owners?[winner.value] ?? winner.value)
        } else if let invalidNumber {
            outcome = .failure(invalidNumber)
        } else if tags.isEmpty {
            outcome = .failure(.noTags)
        } else {
            let isFiltered = values.allSatisfy { $0 == nil }
            outcome = .failure(isFiltered ? .noTagsAfterFilter : .noMatch)
        }
        verdicts = zip(zip(tags, values), ranks).map { pair, rank in
            let (tag, value) = pair
            guard let value, let rank else {
                return TagVerdict(tag: tag, value: nil, fate: .notMatched)
            }
            let owner = owners?[value] ?? tag
            let fate = Self.fate(of: tag, value, rank, owner: owner, winner: winner)
            return TagVerdict(tag: tag, value: value, fate: fate)
        }
    }

    /// For each value the tag that stands for it; nil where every value is its own tag.
    private static func owners(tags: [String], values: [String?]) -> [String: String]? {
        guard zip(tags, values).contains(where: { $1 != nil && $0 != $1 }) else { return nil }
        var owners: [String: String] = [:]
        owners.reserveCapacity(tags.count)
        for (tag, value) in zip(tags, values) {
            guard let value else { continue }
            owners[value] =
                owners[value].map { owner in
                    tag.utf8.lexicographicallyPrecedes(owner.utf8) ? tag : owner
                } ?? tag
        }
        return owners
    }

    /// The latest of the candidates; several may have the same value.
    ///
    /// A NaN compares with nothing, so Flux replaces whatever it met before it, and replaces it by
    /// whatever it meets next: in stored order only the values below the last NaN count.
    private static func winner(
        of candidates: [RankedValue], by ordering: TagOrdering
    ) -> RankedValue? {
        var lastNaN: RankedValue?
        for candidate in candidates where candidate.rank.isNaN {
            let isLower = lastNaN.map {
                candidate.value.utf8.lexicographicallyPrecedes($0.value.utf8)
            }
            if isLower ?? true { lastNaN = candidate }
        }
        var winner: RankedValue?
        for candidate in candidates {
            if let lastNaN, !candidate.value.utf8.lexicographicallyPrecedes(lastNaN.value.utf8) {
                continue
            }
            if winner.map({ ordering.comesLater(candidate, $0) }) ?? true { winner = candidate }
        }
        return winner ?? lastNaN
    }

    private static func fate(
        of tag: String, _ value: String, _ rank: Result<ValueRank, ValueRefusal>,
        owner: String, winner: RankedValue?
    ) -> TagVerdict.Fate {
        switch rank {
        case .failure(let refusal): return .refused(refusal)
        case .success where owner != tag: return .shadowed(by: owner)
        case .success where value == winner?.value: return .selected
        case .success(let rank):
            return rank != .text && rank == winner?.rank ? .tied : .candidate
        }
    }
}

extension ValueRank {
    fileprivate var isNaN: Bool {
        if case .number(let number) = self { number.isNaN } else { false }
    }
}
