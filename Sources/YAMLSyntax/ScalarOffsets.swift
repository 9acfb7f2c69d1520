import SourceText

/// Turns libyaml's marks, which count Unicode scalars, into UTF-8 byte offsets.
///
/// Cost: nothing for ASCII; else a walk from the previous question's answer, and libyaml's marks
/// hardly ever go back.
struct ScalarOffsets {
    private let text: [UInt8]
    private let isASCII: Bool
    private var scalar = 0
    private var byte = 0
    /// Where the latest event begins, in bytes.
    var lastEventStart = 0

    init(_ text: [UInt8]) {
        self.text = text
        isASCII = text.isASCII
    }

    /// The byte offset of the scalar number `index`; the text's end for an index beyond it.
    mutating func byteOffset(of index: Int) -> Int {
        if isASCII { return min(index, text.count) }
        while scalar < index, byte < text.count {
            byte += 1
            while byte < text.count, text[byte] & 0xC0 == 0x80 { byte += 1 }
            scalar += 1
        }
        while scalar > index, byte > 0 {
            byte -= 1
            while byte > 0, text[byte] & 0xC0 == 0x80 { byte -= 1 }
            scalar -= 1
        }
        return byte
    }
}
