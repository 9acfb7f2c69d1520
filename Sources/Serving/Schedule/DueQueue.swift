/// Keys in the order of the times that they are due at; each is there once.
struct DueQueue<Key: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let due: Timestamp
        /// Breaks ties in the order in which keys came.
        let number: Int
        let key: Key

        func precedes(_ other: Entry) -> Bool { (due, number) < (other.due, other.number) }
    }

    /// A binary heap; an entry counts only if `current` names it.
    private var heap: [Entry] = []
    private var current: [Key: (due: Timestamp, number: Int)] = [:]
    private var nextNumber = 0

    var count: Int { current.count }

    /// Nil where nothing is ever due.
    var next: Timestamp? {
        mutating get {
            dropOutdated()
            return heap.first?.due
        }
    }

    subscript(key: Key) -> Timestamp? {
        get { current[key]?.due }
        set {
            guard newValue != current[key]?.due else { return }
            guard let newValue else {
                current[key] = nil
                return
            }
            current[key] = (newValue, nextNumber)
            push(Entry(due: newValue, number: nextNumber, key: key))
            nextNumber += 1
            if heap.count > 64 + 2 * current.count { rebuild() }
        }
    }

    /// Removes and returns the first key that is due.
    mutating func popFirst(at now: Timestamp) -> Key? {
        dropOutdated()
        guard let first = heap.first, first.due <= now else { return nil }
        pop()
        current[first.key] = nil
        return first.key
    }

    private func isCurrent(_ entry: Entry) -> Bool { current[entry.key]?.number == entry.number }

    private mutating func dropOutdated() {
        while let first = heap.first, !isCurrent(first) { pop() }
    }

    private mutating func rebuild() {
        let entries = heap.filter(isCurrent)
        heap = []
        for entry in entries { push(entry) }
    }

    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let first = 2 * parent + 1
            guard first < heap.count,
                let least = (first..<min(first + 2, heap.count)).min(by: {
                    heap[$0].precedes(heap[$1])
                }), heap[least].precedes(heap[parent])
            else { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
