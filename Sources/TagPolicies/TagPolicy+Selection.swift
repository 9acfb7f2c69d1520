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
        let scanned = zip(tags, droppingPatterns).compactMap { $1 == nil ? $0 : nil }
        let race = SelectionRace(
            ordering, tags: scanned, values: filter?.values(of: scanned) ?? scanned)
        guard scanned.count < tags.count else {
            return Selection(outcome: race.outcome, verdicts: race.verdicts)
        }
        var judged = race.verdicts.makeIterator()
        let verdicts = zip(tags, droppingPatterns).compactMap { tag, pattern in
            pattern.map { TagVerdict(tag: tag, value: nil, fate: .excluded(pattern: $0)) }
                ?? judged.next()
        }
        return Selection(outcome: race.outcome, verdicts: verdicts)
    }
}
