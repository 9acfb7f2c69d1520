/// Backtracking that never visits a step twice at the same position.
///
/// A pair of step and position that failed once fails again, also from another start, so that all
/// starts share the memory of visits and the whole search stays linear.
struct DepthFirstSearch {
    /// What is still to be tried, or undone.
    private struct Task {
        /// The step to try; below 0, the slot to restore, counted down from -1.
        let place: Int32
        /// Where to try it, or the slot's former value.
        let position: Int32
    }

    private var visited: [UInt64] = []
    private var tasks: [Task] = []
    private var slots: [Int32] = []
    private var width = 0

    /// Forgets all visits and makes room for a text of `textLength` bytes.
    mutating func prepare(_ program: Program, textLength: Int) {
        width = textLength + 1
        let words = (program.steps.count * width + 63) / 64
        if visited.count < words {
            visited = Array(repeating: 0, count: words)
        } else {
            for index in 0..<words { visited[index] = 0 }
        }
        if slots.count != program.slotCount {
            slots = Array(repeating: -1, count: program.slotCount)
        } else {
            for index in slots.indices { slots[index] = -1 }
        }
    }

    /// The preferred match that begins at `start`.
    mutating func match(of program: Program, in text: [UInt8], from start: Int) -> PatternMatch? {
        tasks.removeAll(keepingCapacity: true)
        tasks.append(Task(place: program.start, position: Int32(start)))
        while let task = tasks.popLast() {
            guard task.place >= 0 else {
                slots[Int(-1 - task.place)] = task.position
                continue
            }
            if follow(program, from: task, in: text) {
                return PatternMatch(offsets: slots.map(Int.init))
            }
        }
        return nil
    }

    /// Goes on until a match or a dead end, leaving the other ways as tasks.
    private mutating func follow(_ program: Program, from task: Task, in text: [UInt8]) -> Bool {
        var place = Int(task.place)
        var position = Int(task.position)
        while visit(place, position) {
            switch program.steps[place] {
            case .match: return true
            case .split(let first, let second):
                // Most ways end right where they begin; finding out costs less than a task.
                guard program.mayGoOn(from: first, in: text, at: position) else {
                    place = Int(second)
                    continue
                }
                if program.mayGoOn(from: second, in: text, at: position) {
                    tasks.append(Task(place: second, position: Int32(position)))
                }
                place = Int(first)
            case .note(let slot, let next):
                tasks.append(Task(place: -1 - slot, position: slots[Int(slot)]))
                slots[Int(slot)] = Int32(position)
                place = Int(next)
            case .require(let assertion, let next):
                guard assertion.holds(at: position, of: text) else { return false }
                place = Int(next)
            case .literal(let byte, let next):
                guard text.has(byte, at: position) else { return false }
                position += 1
                place = Int(next)
            case .take(let set, let next):
                let width = program.width(of: Int(set), in: text, at: position)
                guard width > 0 else { return false }
                position += width
                place = Int(next)
            }
        }
        return false
    }

    /// Whether this is the first visit.
    @inline(__always)
    private mutating func visit(_ place: Int, _ position: Int) -> Bool {
        let index = place * width + position
        let bit = UInt64(1) << UInt64(index & 63)
        guard visited[index >> 6] & bit == 0 else { return false }
        visited[index >> 6] |= bit
        return true
    }
}

extension Program {
    /// Whether the step does not take a character, or takes the one at `position`.
    @inline(__always)
    fileprivate func mayGoOn(from place: Place, in text: [UInt8], at position: Int) -> Bool {
        switch steps[Int(place)] {
        case .literal(let byte, _): text.has(byte, at: position)
        case .take(let set, _): width(of: Int(set), in: text, at: position) > 0
        case .split, .note, .require, .match: true
        }
    }

    /// How many bytes the set of this number takes at `position`; 0 if it does not match there.
    @inline(__always)
    func width(of set: Int, in text: [UInt8], at position: Int) -> Int {
        guard position < text.count else { return 0 }
        let byte = text[position]
        if byte < 0x80 { return asciiSets[set].contains(byte) ? 1 : 0 }
        return longWidth(of: set, in: text, at: position)
    }

    private func longWidth(of set: Int, in text: [UInt8], at position: Int) -> Int {
        let (point, width) = UTF8Decoder.scalar(in: text, at: position)
        return sets[set].contains(point ?? 0xFFFD) ? width : 0
    }
}

extension [UInt8] {
    /// Whether that byte stands there, which may be behind the end.
    @inline(__always)
    func has(_ byte: UInt8, at position: Int) -> Bool { position < count && self[position] == byte }
}
