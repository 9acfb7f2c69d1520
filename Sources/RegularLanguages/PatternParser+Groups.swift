extension PatternParser {
    /// Parses the start of a group, or flags for the rest of the enclosing one.
    mutating func openGroup() throws(PatternError) {
        let start = offset
        guard isAt("(?") else {
            offset += 1
            return try push(from: start, isCapture: true)
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
        if isAt("(?<=") || isAt("(?<!") {
            offset += 4
            throw error(Reason.unsupportedGroup, from: start)
        }
        guard let end = firstOffset(of: ">", from: nameStart) else {
            try checkUTF8(start..<bytes.count)
            offset = bytes.count
            throw error(Reason.invalidGroupName, from: start)
        }
        try checkUTF8(nameStart..<end)
        offset = end + 1
        let name = bytes[nameStart..<end]
        guard !name.isEmpty, name.allSatisfy(ASCIISet.word.contains) else {
            throw error(Reason.invalidGroupName, from: start)
        }
        try push(from: start, isCapture: true, name: text(nameStart..<end))
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
                try push(from: start, isCapture: false)
                flags = new
                return
            case 0x29 where isOn || sawFlag:
                flags = new
                return
            default: throw error(Reason.unsupportedGroup, from: start)
            }
            sawFlag = true
        }
        throw error(Reason.unsupportedGroup, from: start)
    }

    private mutating func push(
        from start: Int, isCapture: Bool, name: String? = nil
    ) throws(PatternError) {
        if isCapture { groupNames.append(name) }
        guard groups.count <= MeasuredNode.heightLimit else {
            throw PatternError(
                .nestsTooDeeply(limit: MeasuredNode.heightLimit), at: start..<offset)
        }
        groups.append(
            OpenGroup(
                start: start, number: isCapture ? groupNames.count - 1 : nil, outerFlags: flags,
                alternativeStart: offset))
    }
}
