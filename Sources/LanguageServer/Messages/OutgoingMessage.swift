#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Encodes the server's messages to an editor as JSON.
enum OutgoingMessage {
    static func response(to id: RequestID, _ result: some Encodable) -> [UInt8] {
        body(Response(id: id, result: result))
    }

    /// - Parameter id: Nil if the id of the request cannot be read.
    static func refusal(of id: RequestID?, because error: ResponseError) -> [UInt8] {
        body(Refusal(id: id, error: error))
    }

    static func notification(_ method: String, _ parameters: some Encodable) -> [UInt8] {
        body(Notification(method: method, params: parameters))
    }

    static func request(_ id: RequestID, _ method: String, _ parameters: some Encodable) -> [UInt8]
    {
        body(Request(id: id, method: method, params: parameters))
    }

    private static func body(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(message))
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

    private struct Notification<Parameters: Encodable>: Encodable {
        let jsonrpc = "2.0"
        let method: String
        let params: Parameters
    }

    private struct Request<Parameters: Encodable>: Encodable {
        let jsonrpc = "2.0"
        let id: RequestID
        let method: String
        let params: Parameters
    }
}
