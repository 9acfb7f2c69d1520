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
        /// For a request with a stream, which may be many gigabytes.
        package var streamLimit = Duration.seconds(4 * 3600)
        /// For a stream that stands still, and for a server that thinks about one it got.
        package var idleLimit = Duration.seconds(300)
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
                timeout: .init(
                    connect: TimeAmount(options.connectLimit), read: TimeAmount(options.idleLimit),
                    write: TimeAmount(options.idleLimit)),
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
        let limit = request.isStream ? options.streamLimit : options.requestLimit
        return try await within(limit) {
            await exchange(request) { answer in
                HTTPAnswer(
                    status: Int(answer.status.code), fields: answer.allFields,
                    body: try await body(of: answer, to: request))
            }
        }
    }

    package func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPDownload {
        try await within(options.requestLimit) {
            await exchange(request) { answer in
                let isWanted = 200..<300 ~= answer.status.code
                let error = isWanted ? [] : try await body(of: answer, to: request)
                return HTTPDownload(
                    answer: HTTPAnswer(
                        status: Int(answer.status.code), fields: answer.allFields, body: error),
                    body: isWanted ? ByteStream(answer.body) : ByteStream([]))
            }
        }
    }

    private func within<Value: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async -> Result<Value, TransportFailure>
    ) async throws(TransportFailure) -> Value {
        guard let outcome = await withTimeLimit(limit, body) else {
            throw Task.isCancelled
                ? .cancelled : .timedOut(limitSeconds: Int(limit.components.seconds))
        }
        return try outcome.get()
    }

    private func exchange<Value: Sendable>(
        _ request: HTTPRequest, _ read: (HTTPClientResponse) async throws -> Value
    ) async -> Result<Value, TransportFailure> {
        guard let client = clients[proxies.proxy(for: request.address)] else {
            preconditionFailure("a proxy without a client")
        }
        do {
            // Only the limits above count; they bound the body, too.
            let answer = try await client.execute(
                request.clientRequest(userAgent: options.userAgent), deadline: .distantFuture)
            return .success(try await read(answer))
        } catch {
            return .failure(
                TransportFailure(
                    error, bodyLimit: request.bodyLimit, idleLimit: options.idleLimit))
        }
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
