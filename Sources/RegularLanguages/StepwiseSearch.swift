/// Follows all ways through a program at once, position by position.
///
/// For texts too long, or programs too large, to remember every pair of step and position. The
/// ways are kept in the order of preference; of two that meet, the preferred one stays.
struct StepwiseSearch {
    /// A way through the program: where it stands, and the last slot that it noted.
    private struct Way {
        let place: Int32
        let notes: Int32
    }

    /// One noted position, linked to what the same way noted before.
    private struct Note {
        let slot: Int32
        let position: Int32
        let previous: Int32
    }

    private static let noNotes: Int32 = -1

    private let program: Program
    private let text: [UInt8]
    /// All stand before a character to take or at the end of the program.
    private var ways: [Way] = []
    private var nextWays: [Way] = []
    private var pending: [Way] = []
    private var notes: [Note] = []
    private var notesLimit = 1 << 16
    /// By step, the last position at which a way reached it; -1 for none.
    private var reached: [Int]

    static func firstMatch(
        of program: Program, in text: [UInt8], from start: Int
    ) -> PatternMatch? {
        var search = StepwiseSearch(program: program, text: text)
        return search.run(from: start)
    }

    private init(program: Program, text: [UInt8]) {
        self.program = program
        self.text = text
        reached = Array(repeating: -1, count: program.steps.count)
    }

    private mutating func run(from start: Int) -> PatternMatch? {
        var best: Int32?
        var position = start
        while true {
            if best == nil, position == start || !program.isAnchored {
                follow(Way(place: program.start, notes: Self.noNotes), at: position)
            }
            swap(&ways, &nextWays)
            nextWays.removeAll(keepingCapacity: true)
            best = advance(at: position) ?? best
            guard position < text.count, best == nil || !nextWays.isEmpty else { break }
            position += UTF8Decoder.scalar(in: text, at: position).width
            if notes.count > notesLimit { best = compactNotes(keeping: best) }
        }
        return best.map { PatternMatch(offsets: slots(of: $0).map(Int.init)) }
    }

    /// Moves the ways over the scalar at `position`, down to the first that ends here; what that
    /// one noted is the result.
    private mutating func advance(at position: Int) -> Int32? {
        for way in ways {
            switch program.steps[Int(way.place)] {
            case .match: return way.notes
            case .literal(let byte, let next):
                if text.has(byte, at: position) {
                    follow(Way(place: next, notes: way.notes), at: position + 1)
                }
            case .take(let set, let next):
                let width = program.width(of: Int(set), in: text, at: position)
                if width > 0 {
                    follow(Way(place: next, notes: way.notes), at: position + width)
                }
            case .split, .note, .require: break
            }
        }
        return nil
    }

    /// Adds to the next ways all that `way` leads to without taking a character.
    private mutating func follow(_ way: Way, at position: Int) {
        pending.append(way)
        while let way = pending.popLast() {
            let place = Int(way.place)
            guard reached[place] != position else { continue }
            reached[place] = position
            switch program.steps[place] {
            case .match, .literal, .take: nextWays.append(way)
            case .split(let first, let second):
                pending.append(Way(place: second, notes: way.notes))
                pending.append(Way(place: first, notes: way.notes))
            case .note(let slot, let next):
                notes.append(
                    Note(slot: slot, position: Int32(position), previous: way.notes))
                pending.append(Way(place: next, notes: Int32(notes.count - 1)))
            case .require(let assertion, let next):
                if assertion.holds(at: position, of: text) {
                    pending.append(Way(place: next, notes: way.notes))
                }
            }
        }
    }

    /// The latest position of every slot.
    private func slots(of last: Int32) -> [Int32] {
        var result = Array(repeating: Int32(-1), count: program.slotCount)
        var place = last
        while place != Self.noNotes {
            let note = notes[Int(place)]
            if result[Int(note.slot)] < 0 { result[Int(note.slot)] = note.position }
            place = note.previous
        }
        return result
    }

    /// Drops all notes that no way needs any more; returns where those of `best` are now.
    private mutating func compactNotes(keeping best: Int32?) -> Int32? {
        let old = self
        notes.removeAll(keepingCapacity: true)
        let newBest = best.map { rewrite($0, from: old) }
        nextWays = old.nextWays.map { Way(place: $0.place, notes: rewrite($0.notes, from: old)) }
        notesLimit = max(notesLimit, 2 * notes.count)
        return newBest
    }

    private mutating func rewrite(_ last: Int32, from old: StepwiseSearch) -> Int32 {
        var previous = Self.noNotes
        for (slot, position) in old.slots(of: last).enumerated() where position >= 0 {
            notes.append(Note(slot: Int32(slot), position: position, previous: previous))
            previous = Int32(notes.count - 1)
        }
        return previous
    }
}
