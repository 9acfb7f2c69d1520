package import SourceText

/// A marker beside a value that is no comment, because its `#` or the blank in front of that is
/// missing: YAML takes it for a part of the value, or cannot read the file.
package struct BareMarker: Hashable, Sendable {
    /// From its `{`, or from a `#` in front of that, to the end of the line.
    package let span: SourceSpan
    package let setter: SetterMarker
    /// Whether the `#` is there, without a blank in front of it.
    package let hasHash: Bool

    package var fault: MarkerReading.MarkerFault { hasHash ? .noBlankBeforeHash : .noHash }

    /// The text that has to be inserted in front of it.
    package var insertion: String { hasHash ? " " : "# " }

    /// All that may be such markers, in their order: where values end is not looked at.
    static func candidates(in source: [UInt8]) -> [BareMarker] {
        var found: [BareMarker] = []
        var start = 0
        while let word = source.offset(of: markerWord, from: start) {
            let lineStart = source[..<word].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let lineEnd = source[word...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.count
            if let marker = BareMarker(in: source[lineStart..<lineEnd]) { found.append(marker) }
            start = lineEnd
        }
        return found
    }

    private static let markerWord = Array("\"$imagepolicy\"".utf8)

    init(span: SourceSpan, setter: SetterMarker, hasHash: Bool) {
        self.span = span
        self.setter = setter
        self.hasHash = hasHash
    }

    private init?(in line: ArraySlice<UInt8>) {
        guard let open = line.firstIndex(of: UInt8(ascii: "{")), open > line.startIndex,
            let object = try? JSONStrings(line[open...]),
            object.rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), object.members.count == 1,
            object.members[0].key == "$imagepolicy",
            let setter = SetterMarker(object.members[0].value)
        else { return nil }
        hasHash = line[open - 1] == UInt8(ascii: "#")
        let before = line[..<(hasHash ? open - 1 : open)]
        guard let last = before.last, (last == 0x20 || last == 0x09) != hasHash,
            !before.contains(UInt8(ascii: "#")), before.holdsValue
        else { return nil }
        span = SourceSpan(before.endIndex, line.endIndex - object.rest.count)
        self.setter = setter
    }

    /// The text as it is with all of them mended.
    static func mended(_ source: [UInt8], _ markers: [BareMarker]) -> [UInt8] {
        var mended: [UInt8] = []
        var start = 0
        for marker in markers {
            mended += source[start..<marker.span.lowerBound]
            mended += marker.insertion.utf8
            start = marker.span.lowerBound
        }
        return mended + source[start...]
    }
}

extension ArraySlice<UInt8> {
    /// Whether a value follows the key or the dash that a line begins with.
    fileprivate var holdsValue: Bool {
        let words = split { $0 == 0x20 || $0 == 0x09 }
        guard words.count > 1, let last = words.last else { return false }
        return last != [UInt8(ascii: "-")][...] && last.last != UInt8(ascii: ":")
    }
}
