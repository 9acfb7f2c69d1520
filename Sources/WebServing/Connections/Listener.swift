import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// One address that is listened on, with its connections and their limits.
struct Listener: Sendable {
    let name: String
    let address: ListenAddress
    let limits: WebLimits
    let logger: Logger
    let answer: @Sendable (Request) async -> Answer
    let onListening: @Sendable (_ listener: String, _ port: Int) -> Void

    /// Serves until the service group stops.
    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        do {
            let server = try server(on: group)
            let executor = LoopExecutor(group.next())
            try await withTaskExecutorPreference(executor) { try await server.run() }
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
    }

    private func server(on group: MultiThreadedEventLoopGroup) throws -> any Service {
        let table = ConnectionTable(limit: limits.connections)
        let limits = limits
        let channels = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits: limits, table: table)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headers, maxHeaderListSize: limits.headers,
                maxHeaderFieldCount: 200))
        // The table makes room; this limit only holds while it does.
        let accepted = MaximumAvailableConnections(limits.connections + 64, logger: quietLogger)
        return try HTTPServerBuilder.http1(configuration: channels).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port), backlog: 4096,
                availableConnectionsDelegate: accepted),
            eventLoopGroup: group, logger: quietLogger,
            responder: { request, writer, _ in
                if request.headers[.expect]?.lowercased() == "100-continue",
                    request.declaredLength ?? 0 <= limits.body
                {
                    try await writer.writeInformationalHead(HTTPResponse(status: .continue))
                }
                let answer = await answer(request)
                try await writer.write(
                    response: answer.head, body: answer.body(for: request.method))
            },
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                logger.info(
                    "listening",
                    metadata: [
                        "listener": "\(name)", "address": "\(address.host)", "port": "\(port)",
                    ])
                onListening(name, port)
            })
    }

    /// The server's own words, of which only errors are of interest.
    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(.warning, logger.logLevel)
        return quiet
    }
}

extension Request {
    /// Bytes, as the client announces them.
    var declaredLength: Int? { headers[.contentLength].flatMap { Int($0) } }
}
