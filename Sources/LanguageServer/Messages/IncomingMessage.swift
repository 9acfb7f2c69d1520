import FoundationEssentials

/// A JSON-RPC request, notification or response from an editor.
///
/// Source: JSON-RPC 2.0, sections 4 and 5.
struct IncomingMessage: Sendable {
    /// Nil for a notification.
    let id: RequestID?
    /// Nil for a response.
    let method: String?
    private let body: [UInt8]

    private struct Head: Decodable {
        let jsonrpc: String
        let id: RequestID?
        let method: String?
    }

    private struct Content<Parameters: Decodable>: Decodable {
        let params: Parameters
    }

    /// Decodes all but the parameters, whose type depends on the method.
    ///
    /// `JSONDecoder` limits how deeply values may be nested.
    init(_ body: [UInt8]) throws(ResponseError) {
        self.body = body
        let head: Head
        do {
            head = try JSONDecoder().decode(Head.self, from: Data(body))
        } catch DecodingError.dataCorrupted {
            throw ResponseError(.parseError, "the message is not JSON")
        } catch {
            throw ResponseError(.invalidRequest, "the message is not JSON-RPC")
        }
        guard head.jsonrpc == "2.0", head.id != nil || head.method != nil else {
            throw ResponseError(.invalidRequest, "the message is not JSON-RPC 2.0")
        }
        (id, method) = (head.id, head.method)
    }

    func parameters<Parameters: Decodable>(
        as type: Parameters.Type = Parameters.self
    ) throws(ResponseError) -> Parameters {
        do {
            return try JSONDecoder().decode(Content<Parameters>.self, from: Data(body)).params
        } catch {
            throw ResponseError(.invalidParams, "the parameters of `\(method ?? "")` are wrong")
        }
    }
}

/// The identifier of a request: a number or a text.
enum RequestID: Hashable, Codable, Sendable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        }
    }
}
