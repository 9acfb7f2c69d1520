/// A backtracking search that visits each pair of step and position at most once.
///
/// A pair that failed fails again, even from another start, so all starts share the visited set
/// and the search is linear.
struct DepthFirstSearch {
    /// A step to try, or a slot to restore when backtracking.
    private struct Task {
        /// The step to try; below 0, the slot to restore, counted down from -1.
        let place: Int32
        /// The position at which to try it, or the slot's former value.
        let position: Int32
    }

    private var visited: [UInt64] = []
    private var tasks: [Task] = []
    private var slots: [Int32] = []
    private var width = 0

    /// Resets the search for a text of `textLength` bytes.
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

    /// Returns the preferred match that begins at `start`.
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

    /// Runs until a match or a dead end, and adds the alternatives to the tasks.
    private mutating func follow(_ program: Program, from task: Task, in text: [UInt8]) -> Bool {
        var place = Int(task.place)
        var position = Int(task.position)
        while visit(place, position) {
            switch program.steps[place] {
            case .match: return true
            case .split(let first, let second):
                // Most alternatives fail at once; testing that is cheaper than adding a task.
                guard program.canContinue(from: first, in: text, at: position) else {
                    place = Int(second)
                    continue
                }
                if program.canContinue(from: second, in: text, at: position) {
                    tasks.append(Task(place: second, position: Int32(position)))
                }
                place = Int(first)
            case .save(let slot, let next):
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

    /// Marks a pair as visited, and returns whether it was not yet.
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
    /// Whether the step matches the character at `position` or does not consume one.
    @inline(__always)
    fileprivate func canContinue(from place: Place, in text: [UInt8], at position: Int) -> Bool {
        switch steps[Int(place)] {
        case .literal(let byte, _): text.has(byte, at: position)
        case .take(let set, _): width(of: Int(set), in: text, at: position) > 0
        case .split, .save, .require, .match: true
        }
    }

    /// Returns how many bytes the set with this number matches at `position`; 0 if none.
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
    /// Whether `byte` is at `position`, which may be the end.
    @inline(__always)
    func has(_ byte: UInt8, at position: Int) -> Bool { position < count && self[position] == byte }
}
