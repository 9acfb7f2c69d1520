import Kustomize
import SourceText

extension BuiltNode {
    /// The object after `images` entries, which look at these lists wherever they are
    /// (kustomize, `api/filters/imagetag/legacy.go`); nil where they change nothing.
    func applying(_ entries: ImageEntries, depth: Int = 0) -> BuiltNode? {
        guard depth < StrategicMerge.depthLimit else { return nil }
        if let former = self.entries {
            var new = former
            var isChanged = false
            for place in new.indices {
                guard let value = new[place].applying(entries, depth: depth + 1) else { continue }
                new[place].value = value
                isChanged = true
            }
            return isChanged ? .mapping(new) : nil
        }
        guard isSequence else { return nil }
        return mappingItems { $0.applying(entries, depth: depth + 1) }
    }

    /// Nil where no item changes.
    fileprivate func mappingItems(_ change: (BuiltNode) -> BuiltNode?) -> BuiltNode? {
        var items = items
        var isChanged = false
        for place in items.indices {
            guard let item = change(items[place]) else { continue }
            items[place] = item
            isChanged = true
        }
        return isChanged ? .sequence(items) : nil
    }

    /// This mapping with another value at the end of a path; nil where it has none there, or none
    /// that changes.
    fileprivate func rewriting(_ keys: ArraySlice<String>, _ entries: ImageEntries) -> BuiltNode? {
        guard let key = keys.first else { return rewritten(by: entries) }
        guard var fields = self.entries, let place = fields.firstIndex(where: { $0.key == key }),
            let value = fields[place].value.rewriting(keys.dropFirst(), entries)
        else { return nil }
        fields[place].value = value
        return .mapping(fields)
    }

    private func rewritten(by entries: ImageEntries) -> BuiltNode? {
        guard let (text, location) = text else { return nil }
        var isPinned = false
        if case .rewritten(let scalar) = self { isPinned = scalar.isPinned }
        return entries.applied(to: text, at: location, isPinned: isPinned).map { .rewritten($0) }
    }
}

extension BuiltEntry {
    fileprivate func applying(_ entries: ImageEntries, depth: Int) -> BuiltNode? {
        let path: [String]
        switch key {
        case "containers", "initContainers": path = ["image"]
        case "volumes": path = ["image", "reference"]
        default: return value.applying(entries, depth: depth)
        }
        let changed =
            value.isSequence
            ? value.mappingItems { $0.rewriting(path[...], entries) } : nil
        return (changed ?? value).applying(entries, depth: depth) ?? changed
    }
}
