/// The error in a response, with a code of JSON-RPC or of the protocol.
struct ResponseError: Error, Equatable, Encodable {
    /// Source: JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17, "Response Message".
    enum Code: Int, Encodable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case serverNotInitialized = -32002
        case requestFailed = -32803
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
