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
        _ options: Options,
        _ body: (AsyncHTTPTransport) async throws(RegistryError) -> Value
    ) async throws(RegistryError) -> Value {
        let transport: AsyncHTTPTransport
        do throws(SettingsProblem) {
            transport = try AsyncHTTPTransport(options)
        } catch {
            throw RegistryError(.settings(error))
        }
        let result = await Result { () async throws(RegistryError) in try await body(transport) }
        await transport.shutDown()
        return try result.get()
    }

    private init(_ options: Options) throws(SettingsProblem) {
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
            let fields = answer.headers.map { HTTPAnswer.Field($0.name, $0.value) }
            let body = try await body(of: answer, limit: request.bodyLimit)
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
            result.headers.add(name: "Authorization", value: authorization.value.revealed)
        }
        switch request.method {
        case .get: result.method = .GET
        case .head: result.method = .HEAD
        case .post(let form):
            result.method = .POST
            result.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            result.body = .bytes(ByteBuffer(string: form.revealed))
        }
        return result
    }

    /// Bodies of errors are dropped: they are not reliable, and no message repeats them.
    private func body(of answer: HTTPClientResponse, limit: Int) async throws -> [UInt8] {
        if 200..<300 ~= answer.status.code {
            return Array((try await answer.body.collect(upTo: limit)).readableBytesView)
        }
        do {
            _ = try await answer.body.collect(upTo: Self.errorBodyLimit)
        } catch is NIOTooManyBytesError {
            // The rest stays unread, which costs the connection and nothing else.
        }
        return []
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
