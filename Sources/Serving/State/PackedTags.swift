/// Tags in few bytes: each tells how much of the one before it begins with, and the rest.
///
/// Per tag: the length of the common beginning in one byte, the length of the rest as a LEB128
/// number, and the rest in UTF-8. Sorted tags of one image are much alike.
struct PackedTags: Hashable, Sendable {
    let count: Int
    let bytes: [UInt8]

    init(_ tags: [String]) {
        var bytes: [UInt8] = []
        var previous: [UInt8] = []
        for tag in tags {
            let text = Array(tag.utf8)
            let common = min(
                zip(previous, text).prefix { $0 == $1 }.count, Int(UInt8.max))
            bytes.append(UInt8(common))
            bytes.append(number: text.count - common)
            bytes += text[common...]
            previous = text
        }
        (count, self.bytes) = (tags.count, bytes)
    }

    /// Nil for bytes that are not such a list.
    init?(bytes: [UInt8]) {
        self.bytes = bytes
        guard let tags = Self.tags(in: bytes) else { return nil }
        count = tags.count
    }

    var tags: [String] { Self.tags(in: bytes) ?? [] }

    private static func tags(in bytes: [UInt8]) -> [String]? {
        var tags: [String] = []
        var rest = bytes[...]
        var previous: [UInt8] = []
        while let common = rest.popFirst() {
            guard Int(common) <= previous.count, let length = rest.popNumber(),
                length <= rest.count
            else { return nil }
            previous = Array(previous.prefix(Int(common)) + rest.prefix(length))
            rest = rest.dropFirst(length)
            guard let tag = String(validating: previous, as: UTF8.self) else { return nil }
            tags.append(tag)
        }
        return tags
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int) {
        var rest = number
        while rest > 0x7f {
            append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

extension ArraySlice<UInt8> {
    /// Nil where no number of up to 28 bits begins.
    fileprivate mutating func popNumber() -> Int? {
        var number = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = popFirst() else { return nil }
            number |= Int(byte & 0x7f) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
