internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

extension HTTPRequest {
    /// The request as the library below takes it.
    func clientRequest(userAgent: String) -> HTTPClientRequest {
        var result = HTTPClientRequest(url: address.requestText)
        result.headers.add(name: "User-Agent", value: userAgent)
        if !accepted.isEmpty {
            result.headers.add(name: "Accept", value: accepted.joined(separator: ", "))
        }
        for secret in (authorization.map { [$0] } ?? []) + secretFields {
            result.headers.add(name: secret.field, value: secret.value.revealed)
        }
        for field in fields { result.headers.add(name: field.name, value: field.value) }
        result.method = HTTPMethod(rawValue: method.name)
        switch method.body {
        case nil: break
        // Its length is told, as servers ask for it.
        case .some(.none): result.body = .bytes(ByteBuffer())
        case .form(let form):
            result.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            result.body = .bytes(ByteBuffer(string: form.revealed))
        case .bytes(let bytes, let type):
            result.headers.add(name: "Content-Type", value: type)
            result.body = .bytes(ByteBuffer(bytes: bytes))
        case .stream(let stream, let length, let type):
            result.headers.add(name: "Content-Type", value: type)
            result.body = .stream(
                stream.map { ByteBuffer(bytes: $0) }, length: .known(Int64(length)))
        }
        return result
    }

    var isStream: Bool {
        if case .stream = method.body { true } else { false }
    }
}

extension HTTPClientResponse {
    var allFields: [HTTPField] { headers.map { HTTPField($0.name, $0.value) } }
}

extension ByteStream {
    convenience init(_ body: HTTPClientResponse.Body) {
        self.init {
            var iterator = body.makeAsyncIterator()
            return { try await iterator.next().map { Array($0.readableBytesView) } }
        }
    }
}

extension Proxy {
    var configuration: HTTPClient.Configuration.Proxy {
        let name = host.name.filter { $0 != "[" && $0 != "]" }
        return switch kind {
        case .socks: .socksServer(host: name, port: port)
        case .http:
            .server(
                host: name, port: port,
                authorization: credential.map {
                    .basic(credentials: Base64.text(Array($0.revealed.utf8)))
                })
        }
    }
}
