internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Sends requests over the network.
///
/// One client per proxy, HTTP/1.1 only, so that a connection carries one request at a time. It
/// follows no redirect, decompresses nothing and keeps no cookie.
package struct AsyncHTTPTransport: HTTPTransport {
    package struct Options: Sendable {
        package var connectLimit = Duration.seconds(10)
        /// From the connection to the last byte of the answer.
        package var requestLimit = Duration.seconds(30)
        package var userAgent = "sluice"
        /// A file of certificates (PEM) that are trusted beside the system's.
        package var certificateFile: String?
        /// The process environment: variables of proxies and certificates.
        package var environment: [String: String] = [:]

        package init() {}
    }

    private let clients: [Proxy?: HTTPClient]
    private let proxies: ProxySettings
    private let options: Options

    /// The longest body of an error that is read to keep the connection, in bytes.
    private static let errorBodyLimit = 1 << 16

    /// Runs `body` with a transport whose connections are closed when it returns.
    package static func withTransport<Value: Sendable>(
        _ options: Options, _ body: (AsyncHTTPTransport) async -> Value
    ) async throws(WebSettingsProblem) -> Value {
        let transport = try AsyncHTTPTransport(options)
        let value = await body(transport)
        await transport.shutDown()
        return value
    }

    private init(_ options: Options) throws(WebSettingsProblem) {
        self.options = options
        proxies = try ProxySettings(environment: options.environment)
        let certificates = try TrustedCertificates(
            file: options.certificateFile, environment: options.environment)
        var clients: [Proxy?: HTTPClient] = [:]
        for proxy in [nil] + proxies.proxies.map(Optional.some) {
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: certificates.tlsConfiguration, redirectConfiguration: .disallow,
                timeout: .init(connect: TimeAmount(options.connectLimit)),
                proxy: proxy?.configuration)
            configuration.httpVersion = .http1Only
            // Whether to try again, and how much at a time, is decided elsewhere.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1000
            clients[proxy] = HTTPClient(
                eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
        }
        self.clients = clients
    }

    private func shutDown() async {
        for client in clients.values {
            // It fails for clients that are shut down already, which these are not.
            try? await client.shutdown()
        }
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let outcome = await withTimeLimit(options.requestLimit) {
            await exchange(request)
        }
        guard let outcome else {
            throw Task.isCancelled
                ? .cancelled : .timedOut(limitSeconds: Int(options.requestLimit.components.seconds))
        }
        return try outcome.get()
    }

    private func exchange(_ request: HTTPRequest) async -> Result<HTTPAnswer, TransportFailure> {
        guard let client = clients[proxies.proxy(for: request.address)] else {
            preconditionFailure("a proxy without a client")
        }
        do {
            // Only the limit above counts; it bounds the body, too.
            let answer = try await client.execute(clientRequest(request), deadline: .distantFuture)
            let fields = answer.headers.map { HTTPField($0.name, $0.value) }
            let body = try await body(of: answer, to: request)
            return .success(HTTPAnswer(status: Int(answer.status.code), fields: fields, body: body))
        } catch {
            return .failure(TransportFailure(error, bodyLimit: request.bodyLimit))
        }
    }

    private func clientRequest(_ request: HTTPRequest) -> HTTPClientRequest {
        var result = HTTPClientRequest(url: request.address.requestText)
        result.headers.add(name: "User-Agent", value: options.userAgent)
        if !request.accepted.isEmpty {
            result.headers.add(name: "Accept", value: request.accepted.joined(separator: ", "))
        }
        if let authorization = request.authorization {
            result.headers.add(name: authorization.field, value: authorization.value.revealed)
        }
        for field in request.fields { result.headers.add(name: field.name, value: field.value) }
        result.method = HTTPMethod(rawValue: request.method.name)
        switch request.method.body {
        case nil: break
        // Its length is told, as servers ask for it.
        case .some(.none): result.body = .bytes(ByteBuffer())
        case .form(let form):
            result.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            result.body = .bytes(ByteBuffer(string: form.revealed))
        case .bytes(let bytes, let type):
            result.headers.add(name: "Content-Type", value: type)
            result.body = .bytes(ByteBuffer(bytes: bytes))
        }
        return result
    }

    private func body(
        of answer: HTTPClientResponse, to request: HTTPRequest
    ) async throws -> [UInt8] {
        if 200..<300 ~= answer.status.code {
            return Array(
                (try await answer.body.collect(upTo: request.bodyLimit)).readableBytesView)
        }
        let start = try await start(of: answer.body)
        return request.keepsErrors ? start : []
    }

    /// The first bytes of an error; the rest stays unread, which costs the connection and nothing
    /// else.
    private func start(of body: HTTPClientResponse.Body) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in body {
            bytes += buffer.readableBytesView
            if bytes.count >= Self.errorBodyLimit { break }
        }
        return Array(bytes.prefix(Self.errorBodyLimit))
    }
}

extension Proxy {
    fileprivate var configuration: HTTPClient.Configuration.Proxy {
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
