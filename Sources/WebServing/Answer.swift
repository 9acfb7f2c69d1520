import HTTPTypes
import Hummingbird
import NIOCore

/// An answer to a request, whole.
struct Answer: Sendable {
    var status: Int
    var fields: [(name: HTTPField.Name, value: String)] = []
    var content: String = ""
    /// For answers that are given before the request's body was read.
    var closesConnection = false

    /// The request's body is not read.
    static func refusal(_ status: Int, _ content: String = "") -> Answer {
        Answer(
            status: status,
            fields: content.isEmpty ? [] : [(.contentType, "text/plain; charset=utf-8")],
            content: content, closesConnection: true)
    }

    static func text(_ status: Int, _ content: String) -> Answer {
        Answer(
            status: status, fields: [(.contentType, "text/plain; charset=utf-8")], content: content)
    }

    var head: HTTPResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        for field in fields { head.headerFields[field.name] = field.value }
        head.headerFields[.contentLength] = String(content.utf8.count)
        if closesConnection { head.headerFields[.connection] = "close" }
        return head
    }

    func body(for method: HTTPRequest.Method) -> ResponseBody {
        content.isEmpty || method == .head
            ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: content))
    }
}
