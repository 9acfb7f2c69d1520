/// The lines in which two texts differ.
struct LineComparison {
    /// Beyond this many lines in between, only the range is told.
    private static let lineLimit = 2_000
    /// The lines of one file that are told one by one.
    private static let shownLimit = 20

    /// Ascending; those that are not told are counted in the last.
    let differences: [ByteComparison.Difference]

    init(from before: [UInt8], to after: [UInt8]) {
        let (old, new) = (Self.lines(before), Self.lines(after))
        let common = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - common
        let ending = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
        let (gone, come) = (
            old[common..<(old.count - ending)], new[common..<(new.count - ending)]
        )
        guard gone.count + come.count <= Self.lineLimit else {
            differences = [
                .init(
                    line: common + 1,
                    reason: "\(gone.count) lines become \(come.count) from here on")
            ]
            return
        }
        let all = Self.differences(Array(gone), Array(come), after: common)
        let shown = all.prefix(Self.shownLimit)
        let more = all.count - shown.count
        differences =
            shown
            + (more > 0
                ? [.init(line: all[shown.count].line, reason: "\(more) more lines differ")] : [])
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    private static func differences(
        _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], after offset: Int
    ) -> [ByteComparison.Difference] {
        let change = new.difference(from: old)
        var removed = change.removals.compactMap { step -> Int? in
            if case .remove(let place, _, _) = step { place } else { nil }
        }.sorted()
        var inserted = change.insertions.compactMap { step -> Int? in
            if case .insert(let place, _, _) = step { place } else { nil }
        }.sorted()
        // Lines of both lists that stand at one place are one line that changes.
        var found: [ByteComparison.Difference] = []
        var (left, right) = (0, 0)
        while !removed.isEmpty || !inserted.isEmpty {
            let isRemoved = removed.first == left
            let isInserted = inserted.first == right
            if isRemoved { removed.removeFirst() }
            if isInserted { inserted.removeFirst() }
            let line = offset + right + 1
            if isRemoved || isInserted {
                found.append(
                    .init(
                        line: line,
                        reason: isRemoved && isInserted
                            ? "the line changes besides the value at a marker"
                            : isInserted ? "the line is added" : "a line before this one is removed"
                    ))
            }
            left += isRemoved || !isInserted ? 1 : 0
            right += isInserted || !isRemoved ? 1 : 0
        }
        return found
    }
}
