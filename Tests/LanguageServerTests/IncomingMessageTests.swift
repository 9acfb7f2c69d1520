import Testing

@testable import LanguageServer

@Suite struct IncomingMessageTests {
    @Test(arguments: [
        ("{}", ResponseError.Code.invalidRequest), ("[]", .invalidRequest),
        ("1", .invalidRequest), ("", .parseError), ("{", .parseError), ("nul", .parseError),
        (#"{"jsonrpc": "2.0"}"#, .invalidRequest),
        (#"{"jsonrpc": 2, "id": 1, "method": "x"}"#, .invalidRequest),
        (#"{"jsonrpc": "2.0", "id": 1, "method": 1}"#, .invalidRequest),
        (#"{"jsonrpc": "2.0", "id": [], "method": "x"}"#, .invalidRequest),
        (#"{"jsonrpc": "2.0", "id": 1.5, "method": "x"}"#, .invalidRequest),
    ]) func `invalid messages are refused`(_ text: String, _ expected: ResponseError.Code) {
        let error = #expect(throws: ResponseError.self) { try IncomingMessage(Array(text.utf8)) }
        #expect(error?.code == expected)
    }

    private static let messages: [(String, RequestID?, String?)] = [
        (#"{"jsonrpc": "2.0", "id": 1, "method": "x"}"#, RequestID.number(1), "x"),
        (#"{"jsonrpc": "2.0", "id": "ä", "method": "x"}"#, .text("ä"), "x"),
        (#"{"jsonrpc": "2.0", "method": "x", "params": [{}]}"#, nil, "x"),
        (#"{"jsonrpc": "2.0", "id": null, "method": "x"}"#, nil, "x"),
        (#"{"jsonrpc": "2.0", "id": 7, "result": null}"#, .number(7), nil),
    ]

    @Test(arguments: messages) func `requests, notifications and responses are told apart`(
        _ text: String, _ id: RequestID?, _ method: String?
    ) throws {
        let message = try IncomingMessage(Array(text.utf8))
        #expect(message.id == id && message.method == method)
    }

    @Test func `parameters of another form are refused`() throws {
        let message = try IncomingMessage(
            Array(#"{"jsonrpc": "2.0", "method": "x", "params": {"textDocument": 1}}"#.utf8))
        let error = #expect(throws: ResponseError.self) {
            try message.parameters(as: DocumentParameters.self)
        }
        #expect(error?.code == .invalidParams)
    }
}
