extension TagPolicySpecification {
    /// Returns the selection of Flux, which reports an invalid filter only if there are tags.
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
    /// Returns the tag that Flux selects from `tags`, with the reasons.
    ///
    /// The order of the tags does not matter. If Flux's own result depends on it, this is the
    /// result for the order in which Flux stores tags, descending by bytes; of several tags with
    /// one value, the smallest by bytes is used.
    ///
    /// Source: image-reflector-controller v1.2.0, `internal/policy` and `applyPolicy`.
    package func selection(
        from tags: [String], excluding exclusions: TagExclusions = .none
    ) -> Selection {
        let droppingPatterns = exclusions.droppingPatterns(for: tags)
        let scanned = zip(tags, droppingPatterns).compactMap { $1 == nil ? $0 : nil }
        let selector = TagSelector(
            ordering, tags: scanned, values: filter?.values(of: scanned) ?? scanned)
        guard scanned.count < tags.count else {
            return Selection(outcome: selector.outcome, verdicts: selector.verdicts)
        }
        var scannedVerdicts = selector.verdicts.makeIterator()
        let verdicts = zip(tags, droppingPatterns).compactMap { tag, pattern in
            pattern.map { TagVerdict(tag: tag, value: nil, fate: .excluded(pattern: $0)) }
                ?? scannedVerdicts.next()
        }
        return Selection(outcome: selector.outcome, verdicts: verdicts)
    }
}
