/// Compares the values of tags and judges each of them.
struct SelectionRace {
    /// A value that at least one tag has.
    private struct Entrant {
        let value: String
        /// The tag that stands for the value: of several the smallest by bytes.
        var owner: String
        let rank: Result<ValueRank, ValueRefusal>

        var isNotANumber: Bool {
            if case .failure(.notANumber) = rank { true } else { false }
        }
    }

    private let ordering: TagOrdering
    private var entrants: [Entrant] = []
    /// By tag, the index of its entrant; nil where the filter drops the tag.
    private var entries: [Int?] = []
    private var winner: Int?
    private(set) var outcome = Result<String, SelectionFailure>.failure(.noTags)
    private let tags: [String]

    /// A value is nil where the filter drops its tag.
    init(_ ordering: TagOrdering, tags: [String], values: [String?]) {
        self.ordering = ordering
        self.tags = tags
        enter(values)
        decide()
    }

    var verdicts: [TagVerdict] {
        zip(tags, entries).map { tag, entry in
            guard let entry else { return TagVerdict(tag: tag, value: nil, fate: .notMatched) }
            return TagVerdict(tag: tag, value: entrants[entry].value, fate: fate(of: tag, entry))
        }
    }

    private mutating func enter(_ values: [String?]) {
        entries.reserveCapacity(tags.count)
        entrants.reserveCapacity(tags.count)
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(tags.count)
        for (tag, value) in zip(tags, values) {
            guard let value else {
                entries.append(nil)
                continue
            }
            let new = entrants.count
            let number = numbers[value, default: new]
            if number == new {
                numbers[value] = new
                entrants.append(
                    Entrant(value: value, owner: tag, rank: ordering.rank(of: value)))
            } else if tag.precedes(entrants[number].owner) {
                entrants[number].owner = tag
            }
            entries.append(number)
        }
    }

    private mutating func decide() {
        if tags.isEmpty { return }
        guard !entrants.isEmpty else { return outcome = .failure(.noTagsAfterFilter) }
        if let bad = entrants.first(where: \.isNotANumber) {
            return outcome = .failure(.invalidNumber(value: bad.value, tag: bad.owner))
        }
        winner = latest()
        outcome = winner.map { .success(entrants[$0].owner) } ?? .failure(.noMatch)
    }

    /// A NaN compares with nothing, so Flux replaces whatever it met before it, and replaces it by
    /// whatever it meets next: in stored order only the values below the last NaN count.
    private func latest() -> Int? {
        let lastNaN = entrants.indices
            .filter { rank(of: $0)?.isNaN ?? false }
            .min { entrants[$0].value.precedes(entrants[$1].value) }
        var best: (index: Int, rank: ValueRank)?
        for index in entrants.indices {
            guard let rank = rank(of: index) else { continue }
            let value = entrants[index].value
            if let lastNaN, !value.precedes(entrants[lastNaN].value) { continue }
            let isLater = best.map { best in
                ordering.comesLater(rank, value, than: best.rank, entrants[best.index].value)
            }
            if isLater ?? true { best = (index, rank) }
        }
        return best?.index ?? lastNaN
    }

    private func rank(of index: Int) -> ValueRank? {
        if case .success(let rank) = entrants[index].rank { rank } else { nil }
    }

    private func fate(of tag: String, _ entry: Int) -> TagVerdict.Fate {
        switch entrants[entry].rank {
        case .failure(let refusal): return .refused(refusal)
        case .success where entrants[entry].owner != tag:
            return .shadowed(by: entrants[entry].owner)
        case .success where entry == winner: return .selected
        case .success(.text): return .candidate
        case .success(let rank):
            return winner.flatMap(self.rank) == rank ? .tied : .candidate
        }
    }
}

extension ValueRank {
    fileprivate var isNaN: Bool {
        if case .number(let number) = self { number.isNaN } else { false }
    }
}

extension String {
    /// Whether this text comes before another in the order of bytes.
    func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
