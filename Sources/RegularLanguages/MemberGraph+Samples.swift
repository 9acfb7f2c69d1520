extension MemberGraph {
    /// Returns up to `count` different members that look like real tags, shortest first.
    ///
    /// The first is the shortest; the others vary in characters and length. The samples of a
    /// language are always the same.
    package func samples(_ count: Int) -> [String] {
        guard let shortest = lengths.first, count > 0 else { return [] }
        let lengths = lengths.filter { $0 <= shortest + 16 }
        var result = Array(members.prefix(1))
        var seen = Set(result)
        var seed = 0
        // Half of the walks keep the shortest length, for languages with few lengths.
        while result.count < count, seed < 4 * count {
            let sample = walk(length: lengths[min(seed / 2, lengths.count - 1)], seed: seed)
            if seen.insert(sample).inserted { result.append(sample) }
            seed += 1
        }
        for member in members.prefix(2 * count) where result.count < count {
            if seen.insert(member).inserted { result.append(member) }
        }
        return result.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Returns a member of this length, which must be in `lengths`, with characters chosen by
    /// `SampleStyle`.
    private func walk(length: Int, seed: Int) -> String {
        var style = SampleStyle(seed: seed)
        var nodes = [Int32(Self.start)]
        var text: [UInt8] = []
        while text.count < length {
            let rests = UInt128(1) << UInt128(length - text.count - 1)
            let characters = characters(from: nodes, rests: rests)
            guard let byte = style.choice(among: characters, after: text.last) else { break }
            text.append(byte)
            nodes = self.nodes(after: byte, from: nodes, rests: rests)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Chooses the characters of samples: counts upwards in digits, avoids leading zeros, and prefers
/// lower-case letters.
private struct SampleStyle {
    private var counter: Int
    private var noise: UInt64

    init(seed: Int) {
        counter = 1 + 3 * seed
        noise = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x2545_F491_4F6C_DD1D
    }

    mutating func choice(among characters: ASCIISet, after last: UInt8?) -> UInt8? {
        if characters.count <= 1 { return characters.first }
        let digits = characters.intersection(.digits)
        let letters = characters.intersection(.lowerCase)
        let isInNumber = last.map(ASCIISet.digits.contains) ?? false
        if !digits.isEmpty, letters.isEmpty || isInNumber || next(3) == 0 {
            let usable = isInNumber ? digits : digits.subtracting(ASCIISet(0x30))
            let others = characters.subtracting(.word)
            // A number that may end ends at every second chance.
            if !others.isEmpty, isInNumber, next(2) == 0 { return others.first }
            counter += 1
            return member(counter - 1, of: usable.isEmpty ? digits : usable)
        }
        if !letters.isEmpty { return member(next(letters.count), of: letters) }
        return member(next(characters.count), of: characters)
    }

    private func member(_ index: Int, of set: ASCIISet) -> UInt8? {
        set.dropFirst(index % set.count).first { _ in true }
    }

    /// A pseudorandom number below `bound`, the same in every run (xorshift64).
    private mutating func next(_ bound: Int) -> Int {
        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        return Int(noise >> 33) % bound
    }
}
