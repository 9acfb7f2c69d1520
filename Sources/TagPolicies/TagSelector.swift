import SourceText

/// Selects the latest of several values and gives each tag its verdict.
struct TagSelector {
    /// A value of at least one tag.
    private struct Entry {
        let value: String
        /// The tag that has the value; of several tags the smallest by bytes.
        var tag: String
        let rank: Result<ValueRank, ValueRefusal>

        var isNotANumber: Bool {
            if case .failure(.notANumber) = rank { true } else { false }
        }
    }

    private let ordering: TagOrdering
    private var entries: [Entry] = []
    /// For each tag the index of its entry; nil if the filter drops the tag.
    private var entryOfTag: [Int?] = []
    private var selected: Int?
    private(set) var outcome = Result<String, SelectionFailure>.failure(.noTags)
    private let tags: [String]

    /// A value is nil if the filter drops its tag.
    init(_ ordering: TagOrdering, tags: [String], values: [String?]) {
        self.ordering = ordering
        self.tags = tags
        addEntries(values)
        select()
    }

    var verdicts: [TagVerdict] {
        zip(tags, entryOfTag).map { tag, entry in
            guard let entry else { return TagVerdict(tag: tag, value: nil, fate: .notMatched) }
            return TagVerdict(tag: tag, value: entries[entry].value, fate: fate(of: tag, entry))
        }
    }

    private mutating func addEntries(_ values: [String?]) {
        var indices: [String: Int] = [:]
        for (tag, value) in zip(tags, values) {
            guard let value else {
                entryOfTag.append(nil)
                continue
            }
            let index = indices[value, default: entries.count]
            if index == entries.count {
                indices[value] = index
                entries.append(Entry(value: value, tag: tag, rank: ordering.rank(of: value)))
            } else if tag.bytesPrecede(entries[index].tag) {
                entries[index].tag = tag
            }
            entryOfTag.append(index)
        }
    }

    private mutating func select() {
        if tags.isEmpty { return }
        guard !entries.isEmpty else {
            outcome = .failure(.noTagsAfterFilter)
            return
        }
        if let bad = entries.first(where: \.isNotANumber) {
            outcome = .failure(.invalidNumber(value: bad.value, tag: bad.tag))
            return
        }
        selected = latest()
        outcome = selected.map { .success(entries[$0].tag) } ?? .failure(.noMatch)
    }

    /// The index of the latest value.
    ///
    /// No comparison with NaN is true, so Flux replaces every value before a NaN by it, and the
    /// NaN by the next value: in stored order only the values after the last NaN count.
    private func latest() -> Int? {
        let lastNaN = entries.indices
            .filter { rank(of: $0)?.isNaN ?? false }
            .min { entries[$0].value.bytesPrecede(entries[$1].value) }
        var best: (index: Int, rank: ValueRank)?
        for index in entries.indices {
            guard let rank = rank(of: index) else { continue }
            let value = entries[index].value
            if let lastNaN, !value.bytesPrecede(entries[lastNaN].value) { continue }
            let isLater = best.map { best in
                ordering.comesLater(rank, value, than: best.rank, entries[best.index].value)
            }
            if isLater ?? true { best = (index, rank) }
        }
        return best?.index ?? lastNaN
    }

    private func rank(of index: Int) -> ValueRank? { try? entries[index].rank.get() }

    private func fate(of tag: String, _ entry: Int) -> TagVerdict.Fate {
        switch entries[entry].rank {
        case .failure(let refusal): return .refused(refusal)
        case .success where entries[entry].tag != tag: return .shadowed(by: entries[entry].tag)
        case .success where entry == selected: return .selected
        case .success(.text): return .candidate
        case .success(let rank):
            return selected.flatMap(self.rank) == rank ? .tied : .candidate
        }
    }
}

extension ValueRank {
    fileprivate var isNaN: Bool {
        if case .number(let number) = self { number.isNaN } else { false }
    }
}
