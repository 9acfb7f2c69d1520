/// Splits the bytes from an editor into messages: header fields, an empty line, and a body of
/// `Content-Length` bytes.
///
/// Source: Language Server Protocol 3.17, "Base Protocol".
struct MessageFraming {
    static let headerLimit = 4 * 1024
    static let bodyLimit = 64 * 1024 * 1024

    private var received: [UInt8] = []
    /// The number of bytes of `received` that were returned as messages.
    private var taken = 0
    /// The length of the next body; nil until its header is complete.
    private var bodyLength: Int?

    /// Whether all received bytes belong to messages that were returned.
    var isBetweenMessages: Bool { bodyLength == nil && taken == received.count }

    /// A body with a header in front of it.
    static func framed(_ body: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    mutating func append(_ bytes: [UInt8]) {
        received.removeFirst(taken)
        taken = 0
        received += bytes
    }

    /// Returns the next body, or nil until all of it is received.
    mutating func next() throws(FramingError) -> [UInt8]? {
        if bodyLength == nil { bodyLength = try takeHeader() }
        guard let length = bodyLength, received.count - taken >= length else { return nil }
        defer {
            taken += length
            bodyLength = nil
        }
        return Array(received[taken..<taken + length])
    }

    /// Removes a header and returns its `Content-Length`; nil if the header is not complete.
    private mutating func takeHeader() throws(FramingError) -> Int? {
        var length: Int?
        var start = taken
        while let end = try lineEnd(from: start) {
            defer { start = end + 2 }
            if end == start {
                taken = end + 2
                guard let length else { throw .noLength }
                return length
            }
            if let found = try Self.length(in: received[start..<end]) { length = found }
        }
        return nil
    }

    /// The offset of the CR LF that ends the line at `start`; nil if it is not received yet.
    private func lineEnd(from start: Int) throws(FramingError) -> Int? {
        for offset in received[start...].indices.dropLast() where received[offset] == 0x0D {
            if received[offset + 1] == 0x0A, offset - taken <= Self.headerLimit { return offset }
        }
        guard received.count - taken <= Self.headerLimit else {
            throw .longHeader(limit: Self.headerLimit)
        }
        return nil
    }

    /// The value of a `Content-Length` line; nil for another field.
    private static func length(in line: ArraySlice<UInt8>) throws(FramingError) -> Int? {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { throw .noField(text) }
        guard text[..<colon].lowercased() == "content-length" else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(value) else {
            throw .noNumber(String(value))
        }
        guard length <= bodyLimit else { throw .longBody(length, limit: bodyLimit) }
        return length
    }
}

/// Why the input cannot be split into messages; it is fatal, as the next one cannot be found.
package enum FramingError: Error, Equatable, Sendable, CustomStringConvertible {
    case longHeader(limit: Int)
    case noField(String)
    case noLength
    case noNumber(String)
    case longBody(Int, limit: Int)
    /// The input ended within a message.
    case unexpectedEnd

    package var description: String {
        switch self {
        case .longHeader(let limit): "the header of a message has more than \(limit) bytes"
        case .noField(let line): "expected `Content-Length: N` or another field, found `\(line)`"
        case .noLength: "the header of a message lacks `Content-Length`"
        case .noNumber(let text): "`Content-Length` is not a number: `\(text)`"
        case .longBody(let length, let limit):
            "a message of \(length) bytes is longer than the limit of \(limit)"
        case .unexpectedEnd: "the input ended within a message"
        }
    }
}
