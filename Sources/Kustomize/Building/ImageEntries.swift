package import SourceText

/// The entries of one kustomization's `images`, in their order.
package struct ImageEntries: Sendable {
    /// Fewer entries are compared one by one.
    private static let indexedCount = 16

    private let entries: [ImageEntry]
    /// The places of entries by their names, ascending; empty for few entries.
    private var places: [String: [Int]] = [:]
    /// The places of entries whose names are expressions, ascending.
    private let patterns: [Int]

    package init(_ entries: [ImageEntry]) {
        self.entries = entries
        patterns = entries.indices.filter { entries[$0].isPattern }
        guard entries.count >= Self.indexedCount else { return }
        for (place, entry) in entries.enumerated() { places[entry.name, default: []].append(place) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// A reference after all entries, one after the other; nil if none is for it.
    ///
    /// - Parameters:
    ///   - location: The scalar that decides on its tag and digest.
    ///   - isPinned: Whether an entry has set its tag or digest before.
    package func applied(
        to text: String, at location: SourceLocation, isPinned: Bool
    ) -> RewrittenScalar? {
        var scalar: RewrittenScalar?
        var start = 0
        while let place = place(of: scalar?.text ?? text, from: start) {
            scalar = entries[place].applied(
                to: scalar?.text ?? text, at: scalar?.location ?? location,
                isPinned: scalar?.isPinned ?? isPinned)
            start = place + 1
        }
        return scalar
    }

    /// The first entry, from a place on, that is for a reference.
    private func place(of text: String, from start: Int) -> Int? {
        if places.isEmpty { return entries[start...].firstIndex { $0.isFor(text) } }
        let named = ImageEntry.names(in: text).compactMap { name in
            places[String(name)]?.first { $0 >= start }
        }
        let pattern = patterns.first { $0 >= start && entries[$0].isFor(text) }
        return (named + [pattern].compactMap(\.self)).min()
    }
}

extension ImageEntries: Sequence {
    package func makeIterator() -> IndexingIterator<[ImageEntry]> { entries.makeIterator() }
}
