/// A breadth-first search for the shortest member of a language.
///
/// A layer contains the states that are first reached with tags of one length. Each state has a
/// rank, which orders states by the smallest tags that reach them; equal tags have equal ranks.
/// So the first accepting state of a layer by rank gives the first tag by bytes. No state is
/// entered twice: what a longer tag reaches from it, a shorter one does too. So the limit on
/// lengths is exact.
struct ShortestMemberSearch {
    /// A state of the layer under construction, and the best path to it.
    private struct Entry {
        let state: Int32
        /// The rank of the previous state, times 128, plus the character.
        var key: Int
        /// The index in `trail` of the path before.
        var previous: Int32
    }

    private static let unseen: Int32 = -1
    private static let entered: Int32 = -2

    private let explorer: any Explorer
    private let budget: SearchBudget
    private var layer: [(state: Int32, rank: Int, trail: Int32)]
    private var entries: [Entry] = []
    /// By state: its index in `entries`, or one of the two marks above.
    private var marks: [Int32] = []
    /// How each state was reached: its character, and the index of the path before.
    private var trail: [(byte: UInt8, previous: Int32)] = []

    init(_ language: Language, budget limit: Int) {
        budget = SearchBudget(limit)
        explorer = language.explorer(budget)
        // The start is not marked, because it may be entered again with more characters allowed.
        layer = [(explorer.start, 0, -1)]
    }

    mutating func run() throws(StateLimitExceeded) -> String? {
        var bytes = TagUniverse.firstCharacters
        for _ in 0..<TagUniverse.maximumLength {
            try collectEntries(with: bytes)
            if let found = enterNextLayer() { return text(endingAt: found) }
            if layer.isEmpty { return nil }
            bytes = TagUniverse.characters
        }
        return nil
    }

    private mutating func collectEntries(
        with bytes: ASCIISet
    ) throws(StateLimitExceeded) {
        entries.removeAll(keepingCapacity: true)
        for (state, rank, trail) in layer {
            let moves = try explorer.moves(from: state)
            try budget.spend(1 + moves.count)
            for move in moves {
                guard let byte = move.bytes.intersection(bytes).first else { continue }
                offer(
                    Entry(state: move.target, key: rank * 128 + Int(byte), previous: trail))
            }
        }
    }

    private mutating func offer(_ entry: Entry) {
        let state = Int(entry.state)
        while marks.count <= state { marks.append(Self.unseen) }
        switch marks[state] {
        case Self.entered: return
        case Self.unseen:
            marks[state] = Int32(entries.count)
            entries.append(entry)
        case let place where entry.key < entries[Int(place)].key:
            entries[Int(place)] = entry
        default: return
        }
    }

    /// Makes the sorted entries the layer, and returns the index in `trail` of the first accepting
    /// one, if any.
    private mutating func enterNextLayer() -> Int32? {
        entries.sort { $0.key < $1.key }
        layer.removeAll(keepingCapacity: true)
        var rank = -1
        var lastKey = -1
        for entry in entries {
            if entry.key != lastKey { rank += 1 }
            lastKey = entry.key
            marks[Int(entry.state)] = Self.entered
            trail.append((UInt8(entry.key % 128), entry.previous))
            let place = Int32(trail.count - 1)
            if explorer.isAccepting(entry.state) { return place }
            layer.append((entry.state, rank, place))
        }
        return nil
    }

    private func text(endingAt place: Int32) -> String {
        var bytes: [UInt8] = []
        var place = place
        while place >= 0 {
            let step = trail[Int(place)]
            bytes.append(step.byte)
            place = step.previous
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
