import SourceText

/// Checks that compare the environments of a file with each other.
enum EnvironmentChecks {
    static func report(_ entries: [Setting<EnvironmentEntry>], _ decoding: inout Decoding) {
        var sources: [String: Setting<String>] = [:]
        var namePlaces: [String: SourceSpan] = [:]
        for entry in entries {
            guard let name = entry.value.name, let span = name.span else { continue }
            if let first = namePlaces[name.value] {
                let line = decoding.lines.lineNumber(at: first.lowerBound)
                decoding.report(
                    .repeatedEnvironment(name.value, firstLine: line), at: span)
            } else {
                namePlaces[name.value] = span
                sources[name.value] = entry.value.promotesFrom
            }
        }
        reportUnknownSources(entries, names: entries.compactMap(\.value.name?.value), &decoding)
        reportCycles(entries, sources: sources, &decoding)
    }

    private static func reportUnknownSources(
        _ entries: [Setting<EnvironmentEntry>], names: [String], _ decoding: inout Decoding
    ) {
        let known = Set(names)
        for source in entries.compactMap(\.value.promotesFrom) {
            guard let span = source.span, !known.contains(source.value), !decoding.isOver else {
                continue
            }
            decoding.report(
                .unknownEnvironment(source.value), at: span,
                suggestion: Suggestion.nearest(to: source.value, among: names))
        }
    }

    /// Each environment promotes from one at most, so a walk along the sources finds its circle.
    private static func reportCycles(
        _ entries: [Setting<EnvironmentEntry>], sources: [String: Setting<String>],
        _ decoding: inout Decoding
    ) {
        var settled: Set<String> = []
        for start in entries.compactMap(\.value.name?.value) {
            var walk: [String] = []
            var next: String? = start
            while let name = next, settled.insert(name).inserted {
                walk.append(name)
                next = sources[name]?.value
            }
            guard let name = next, let first = walk.firstIndex(of: name),
                let span = sources[name]?.span
            else { continue }
            decoding.report(.promotionCycle(walk[first...] + [name]), at: span)
        }
    }
}
