internal import Crypto
import WebAccess

/// A request's signature of AWS's version 4.
///
/// Source: AWS, "Signature Version 4 signing process".
struct AWSSignature: Sendable {
    let key: AWSKey
    let region: String
    let service: String
    /// As in `20260101T000000Z`.
    let time: String

    /// The parts of a request that are signed.
    struct Content: Sendable {
        var method = "POST"
        /// Percent-encoded, and begins with a slash.
        var path = "/"
        var query: [(name: String, value: String)] = []
        /// With `host`; names in lower case, values without blanks at their ends.
        var fields: [HTTPField]
        var body: [UInt8] = []
    }

    /// The value of `Authorization`; the fields are signed together with the time and the session.
    func authorization(of content: Content) -> Authorization {
        let fields = signedFields(of: content)
        let names = fields.map(\.name).joined(separator: ";")
        return Authorization(
            value: Secret(
                "AWS4-HMAC-SHA256 Credential=\(key.id)/\(scope), SignedHeaders=\(names), "
                    + "Signature=\(signature(of: content))"))
    }

    func signature(of content: Content) -> String {
        let canonical = Array(canonicalRequest(content).utf8)
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.digest(canonical))"
        var code = Array("AWS4\(key.secret.revealed)".utf8)
        for part in [date, region, service, "aws4_request", text] {
            code = Array(
                HMAC<SHA256>.authenticationCode(
                    for: Array(part.utf8), using: SymmetricKey(data: code)))
        }
        return Self.hexadecimal(code)
    }

    func canonicalRequest(_ content: Content) -> String {
        let fields = signedFields(of: content)
        let query = content.query
            .map { (FormEncoding.text([$0]).split(separator: "=", maxSplits: 1)) }
            .map { ($0.first ?? "", $0.count > 1 ? $0[1] : "") }
            .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
        return [
            content.method, content.path, query, lines, fields.map(\.name).joined(separator: ";"),
            Self.digest(content.body),
        ].joined(separator: "\n")
    }

    static func digest(_ bytes: [UInt8]) -> String { hexadecimal(Array(SHA256.hash(data: bytes))) }

    private var date: String { String(time.prefix(8)) }
    private var scope: String { "\(date)/\(region)/\(service)/aws4_request" }

    private func signedFields(of content: Content) -> [HTTPField] {
        let session = key.session.map { [HTTPField("x-amz-security-token", $0.revealed)] } ?? []
        return (content.fields + [HTTPField("x-amz-date", time)] + session)
            .sorted { $0.name < $1.name }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension AWSSignature {
    /// A signed POST; `fields` are signed, too.
    func request(
        to address: WebAddress, type: String, body: String, fields: [HTTPField] = [],
        accepted: [String] = []
    ) -> HTTPRequest {
        let bytes = Array(body.utf8)
        let host =
            address.host.port == address.scheme.defaultPort
            ? address.host.name : address.host.description
        let content = Content(
            path: address.path,
            fields: fields + [HTTPField("content-type", type), HTTPField("host", host)],
            body: bytes)
        var request = HTTPRequest(
            method: .post(.bytes(bytes, type: type)), address: address,
            authorization: authorization(of: content), accepted: accepted,
            fields: fields + [HTTPField("x-amz-date", time)], bodyLimit: CloudContext.answerLimit)
        if let session = key.session {
            request.secretFields = [Authorization(field: "x-amz-security-token", value: session)]
        }
        return request
    }
}
