#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A message of the server to an editor, as JSON.
enum OutgoingMessage {
    static func response(to id: RequestID, _ result: some Encodable) -> [UInt8] {
        body(Response(id: id, result: result))
    }

    /// - Parameter id: Nil where the request was so wrong that its id is not known.
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
            // Only numbers that are not finite cannot be written, and there are none.
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

        // Written out because an id that is not known has to be said to be null.
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
