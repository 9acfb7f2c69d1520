import SourceText

/// Converts libyaml's marks, which count Unicode scalars, to UTF-8 byte offsets.
///
/// Cost: constant for ASCII; otherwise linear in the distance from the previous offset, which is
/// short because libyaml's marks hardly ever go back.
struct ScalarOffsets {
    private let text: [UInt8]
    private let isASCII: Bool
    private var scalar = 0
    private var byte = 0
    /// The start of the latest event, in bytes.
    var lastEventStart = 0

    init(_ text: [UInt8]) {
        self.text = text
        isASCII = text.isASCII
    }

    /// Returns the byte offset of the scalar at `index`, or the text's end if there is none.
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
