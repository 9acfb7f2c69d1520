import Testing

@testable import LanguageServer

@Suite struct MessageFramingTests {
    private func bodies(_ chunks: [String]) throws -> [String] {
        var framing = MessageFraming()
        var bodies: [String] = []
        for chunk in chunks {
            framing.append(Array(chunk.utf8))
            while let body = try framing.next() {
                bodies.append(String(decoding: body, as: UTF8.self))
            }
        }
        return bodies
    }

    @Test(arguments: [
        (["Content-Length: 2\r\n\r\n{}"], ["{}"]),
        (["Content-Length: 0\r\n\r\n"], [""]),
        (["Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]"], ["{}", "[1]"]),
        (["content-length:2\r\nContent-Type: x; charset=utf-8\r\n\r\n{}"], ["{}"]),
        (["Content-Length: 2\r\n\r\n{}Content-Len", "gth: 1\r\n\r\n", "7"], ["{}", "7"]),
        (["C", "ontent-Length: 4\r", "\n\r", "\n\"", "ä", "\""], ["\"ä\""]),
        (["Content-Length: 5\r\n\r\n{}"], []),
    ]) func `messages are cut where their headers say`(_ chunks: [String], _ expected: [String])
        throws
    {
        #expect(try bodies(chunks) == expected)
    }

    private static let endless = String(repeating: "x", count: 5_000)

    @Test(arguments: [
        ("\r\n", FramingError.noLength),
        ("Content-Type: x\r\n\r\n{}", .noLength),
        ("hello\r\n\r\n", .noField("hello")),
        ("Content-Length: -1\r\n\r\n", .noNumber("-1")),
        ("Content-Length: 0x10\r\n\r\n", .noNumber("0x10")),
        ("Content-Length:\r\n\r\n", .noNumber("")),
        ("Content-Length: 99999999999999999999\r\n\r\n", .noNumber("99999999999999999999")),
        (
            "Content-Length: 67108865\r\n\r\n",
            .longBody(67_108_865, limit: MessageFraming.bodyLimit)
        ),
        (endless, .longHeader(limit: MessageFraming.headerLimit)),
        ("a: b\r\nContent-Type: \(endless)", .longHeader(limit: MessageFraming.headerLimit)),
    ]) func `invalid headers are an error`(_ text: String, _ expected: FramingError) {
        #expect(throws: expected) { try bodies([text]) }
    }

    /// A large length allocates nothing before its bytes arrive.
    @Test func `a long message may arrive in many pieces`() throws {
        var framing = MessageFraming()
        framing.append(Array("Content-Length: \(MessageFraming.bodyLimit)\r\n\r\n".utf8))
        #expect(try framing.next() == nil)
        #expect(!framing.isBetweenMessages)
        let piece = [UInt8](repeating: 0x20, count: MessageFraming.bodyLimit / 8)
        for _ in 0..<8 {
            #expect(try framing.next() == nil)
            framing.append(piece)
        }
        #expect(try framing.next()?.count == MessageFraming.bodyLimit)
        #expect(framing.isBetweenMessages)
    }

    @Test func `a framed message can be read again`() throws {
        var framing = MessageFraming()
        framing.append(MessageFraming.framed(Array("{\"a\":\"\u{1F600}\"}".utf8)))
        #expect(try framing.next() == Array("{\"a\":\"\u{1F600}\"}".utf8))
    }
}
