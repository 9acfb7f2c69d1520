import FoundationEssentials
import Synchronization

/// The output to an editor, shared by tasks; messages are written one at a time.
final class EditorLine: Sendable {
    private let write: Mutex<@Sendable ([UInt8]) -> Void>

    init(write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = Mutex(write)
    }

    func answer(_ id: RequestID, _ result: some Encodable) {
        send(Response(id: id, result: result))
    }

    /// - Parameter id: Nil if the id of the request cannot be read.
    func refuse(_ id: RequestID?, because error: ResponseError) {
        send(Refusal(id: id, error: error))
    }

    func show(_ kind: ShowMessageParameters.Kind, _ message: String) {
        send(
            Call(
                id: nil, method: "window/showMessage",
                params: ShowMessageParameters(type: kind, message: message)))
    }

    func publish(_ diagnostics: PublishDiagnosticsParameters) {
        send(Call(id: nil, method: "textDocument/publishDiagnostics", params: diagnostics))
    }

    /// Asks for notifications of file changes outside of the editor; its response is ignored.
    func watchManifests() {
        send(
            Call(
                id: .text("watch"), method: "client/registerCapability",
                params: WatchRegistration.manifests))
    }

    private func send(_ message: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let body = Array(try encoder.encode(message))
            write.withLock { write in write(MessageFraming.framed(body)) }
        } catch {
            // Encoding fails only for infinity and NaN, which no message contains.
            preconditionFailure("a message cannot be written: \(error)")
        }
    }

    private struct Response<Value: Encodable>: Encodable {
        let jsonrpc = "2.0"
        let id: RequestID
        let result: Value
    }

    private struct Refusal: Encodable {
        let id: RequestID?
        let error: ResponseError

        private enum CodingKeys: CodingKey {
            case jsonrpc, id, error
        }

        // Synthesized code would omit an unknown id, which has to be `null`.
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode("2.0", forKey: .jsonrpc)
            try members.encode(id, forKey: .id)
            try members.encode(error, forKey: .error)
        }
    }

    /// A request, or a notification without an id.
    private struct Call<Parameters: Encodable>: Encodable {
        let jsonrpc = "2.0"
        let id: RequestID?
        let method: String
        let params: Parameters
    }
}

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
