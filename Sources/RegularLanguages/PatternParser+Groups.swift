extension PatternParser {
    /// Parses the start of a group, or flags for the rest of the enclosing one.
    mutating func openGroup() throws(PatternError) {
        let start = offset
        guard isAt("(?") else {
            offset += 1
            return try push(from: start, capture: nextCapture(named: nil))
        }
        // Go reads `(?P<` as the start of a name only if something follows it.
        if isAt("(?P<"), start + 4 < bytes.count {
            return try openNamedGroup(nameStart: start + 4)
        }
        if isAt("(?<"), start + 3 < bytes.count {
            return try openNamedGroup(nameStart: start + 3)
        }
        try readFlags()
    }

    private mutating func openNamedGroup(nameStart: Int) throws(PatternError) {
        let start = offset
        if isAt("(?<=") || isAt("(?<!") { throw unsupportedGroup(from: start, to: start + 4) }
        guard let end = firstOffset(of: ">", from: nameStart) else {
            try checkUTF8(start..<bytes.count)
            let reason = PatternError.Reason.invalidGroupName(text(start..<bytes.count))
            throw PatternError(reason, at: start..<bytes.count)
        }
        try checkUTF8(nameStart..<end)
        let name = bytes[nameStart..<end]
        guard !name.isEmpty, name.allSatisfy(ASCIISet.word.contains) else {
            let reason = PatternError.Reason.invalidGroupName(text(start..<end + 1))
            throw PatternError(reason, at: start..<end + 1)
        }
        offset = end + 1
        try push(from: start, capture: nextCapture(named: text(nameStart..<end)))
    }

    /// Parses `(?i)`, `(?i-s:` and the like; only those with a colon begin a group.
    private mutating func readFlags() throws(PatternError) {
        let start = offset
        var new = flags
        var isOn = true
        var sawFlag = false
        offset += 2
        while offset < bytes.count {
            switch try nextScalar() {
            case 0x69: new.ignoresCase = isOn
            case 0x6D: new.isMultiline = isOn
            case 0x73: new.dotMatchesNewline = isOn
            case 0x55: new.prefersFewer = isOn
            case 0x2D where isOn:
                isOn = false
                sawFlag = false
                continue
            case 0x3A where isOn || sawFlag:
                try push(from: start, capture: nil)
                flags = new
                return
            case 0x29 where isOn || sawFlag:
                flags = new
                return
            default: throw unsupportedGroup(from: start, to: offset)
            }
            sawFlag = true
        }
        throw unsupportedGroup(from: start, to: offset)
    }

    private func unsupportedGroup(from start: Int, to end: Int) -> PatternError {
        PatternError(.unsupportedGroup(text(start..<end)), at: start..<end)
    }

    private mutating func nextCapture(named name: String?) -> (number: Int, name: String?) {
        groupNames.append(name)
        return (groupNames.count - 1, name)
    }

    private mutating func push(
        from start: Int, capture: (number: Int, name: String?)?
    ) throws(PatternError) {
        guard groups.count <= MeasuredNode.heightLimit else {
            throw PatternError(
                .nestsTooDeeply(limit: MeasuredNode.heightLimit), at: start..<offset)
        }
        groups.append(
            OpenGroup(
                start: start, capture: capture, outerFlags: flags, alternativeStart: offset))
    }
}
