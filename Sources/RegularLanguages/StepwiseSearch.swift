/// Runs all threads of a program in lockstep, position by position (Pike's virtual machine).
///
/// For texts or programs too large to store every pair of step and position. Threads are in order
/// of preference; of two that meet, the preferred one continues.
struct StepwiseSearch {
    /// A thread: its place in the program, and the last slot that it saved.
    private struct Thread {
        let place: Int32
        let saves: Int32
    }

    /// One saved position, linked to the one that the same thread saved before.
    private struct Save {
        let slot: Int32
        let position: Int32
        let previous: Int32
    }

    private static let noSaves: Int32 = -1

    private let program: Program
    private let text: [UInt8]
    /// All at a step that consumes a character, or at the end of the program.
    private var threads: [Thread] = []
    private var nextThreads: [Thread] = []
    private var pending: [Thread] = []
    private var saves: [Save] = []
    private var savesLimit = 1 << 16
    /// By step, the last position at which a thread reached it; -1 if none did.
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
                follow(Thread(place: program.start, saves: Self.noSaves), at: position)
            }
            swap(&threads, &nextThreads)
            nextThreads.removeAll(keepingCapacity: true)
            best = advance(at: position) ?? best
            guard position < text.count, best == nil || !nextThreads.isEmpty else { break }
            position += UTF8Decoder.scalar(in: text, at: position).width
            if saves.count > savesLimit { best = compactSaves(keeping: best) }
        }
        return best.map { PatternMatch(offsets: slots(of: $0).map(Int.init)) }
    }

    /// Advances the threads over the scalar at `position`, up to the first that matches here, and
    /// returns what that one saved.
    private mutating func advance(at position: Int) -> Int32? {
        for thread in threads {
            switch program.steps[Int(thread.place)] {
            case .match: return thread.saves
            case .literal(let byte, let next):
                if text.has(byte, at: position) {
                    follow(Thread(place: next, saves: thread.saves), at: position + 1)
                }
            case .take(let set, let next):
                let width = program.width(of: Int(set), in: text, at: position)
                if width > 0 {
                    follow(Thread(place: next, saves: thread.saves), at: position + width)
                }
            case .split, .save, .require: break
            }
        }
        return nil
    }

    /// Adds to the next threads all places that `thread` reaches without consuming a character.
    private mutating func follow(_ thread: Thread, at position: Int) {
        pending.append(thread)
        while let thread = pending.popLast() {
            let place = Int(thread.place)
            guard reached[place] != position else { continue }
            reached[place] = position
            switch program.steps[place] {
            case .match, .literal, .take: nextThreads.append(thread)
            case .split(let first, let second):
                pending.append(Thread(place: second, saves: thread.saves))
                pending.append(Thread(place: first, saves: thread.saves))
            case .save(let slot, let next):
                saves.append(
                    Save(slot: slot, position: Int32(position), previous: thread.saves))
                pending.append(Thread(place: next, saves: Int32(saves.count - 1)))
            case .require(let assertion, let next):
                if assertion.holds(at: position, of: text) {
                    pending.append(Thread(place: next, saves: thread.saves))
                }
            }
        }
    }

    /// The latest position in every slot.
    private func slots(of last: Int32) -> [Int32] {
        var result = Array(repeating: Int32(-1), count: program.slotCount)
        var index = last
        while index != Self.noSaves {
            let save = saves[Int(index)]
            if result[Int(save.slot)] < 0 { result[Int(save.slot)] = save.position }
            index = save.previous
        }
        return result
    }

    /// Drops the saves that no thread needs, and returns the new index of those of `best`.
    private mutating func compactSaves(keeping best: Int32?) -> Int32? {
        let old = self
        saves.removeAll(keepingCapacity: true)
        let newBest = best.map { copySaves($0, from: old) }
        nextThreads = old.nextThreads.map {
            Thread(place: $0.place, saves: copySaves($0.saves, from: old))
        }
        savesLimit = max(savesLimit, 2 * saves.count)
        return newBest
    }

    private mutating func copySaves(_ last: Int32, from old: StepwiseSearch) -> Int32 {
        var previous = Self.noSaves
        for (slot, position) in old.slots(of: last).enumerated() where position >= 0 {
            saves.append(Save(slot: Int32(slot), position: position, previous: previous))
            previous = Int32(saves.count - 1)
        }
        return previous
    }
}
