internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A server of HTTP on this machine that follows a script, and records all requests.
///
/// It can misbehave as no correct server would: stop in the middle, send slowly, reset connections.
package final class ScriptedServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        /// Path and query.
        package let target: String
        package let fields: [(name: String, value: String)]
        package let body: String

        /// The value of the first field of that name, which is given in lower case.
        package func value(of name: String) -> String? {
            fields.first { $0.name.lowercased() == name }?.value
        }

        /// The whole request, for a search.
        package var text: String {
            "\(method) \(target)\n" + fields.map { "\($0.name): \($0.value)\n" }.joined() + body
        }
    }

    package enum Step: Sendable {
        case send(String)
        /// The same text many times.
        case flood(String, count: Int)
        case pause(Duration)
        /// Closes the connection without an answer, as a crash does.
        case reset
        case close
    }

    package typealias Script = @Sendable (Request) -> [Step]

    /// The certificate that a server shows, as files in PEM.
    package struct Identity: Sendable {
        package let certificate: String
        package let key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    package let port: Int
    private let channel: any Channel
    private let log: Log

    /// Starts a server; without an identity it speaks plain HTTP.
    ///
    /// - Parameter isDeaf: Whether it accepts connections and never reads from them.
    package init(
        identity: Identity? = nil, isDeaf: Bool = false, _ script: @escaping Script
    ) async throws {
        let log = Log()
        let context = try identity.map { try NIOSSLContext(configuration: $0.configuration) }
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: !isDeaf)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(Connection(log, script))
                }
            }
        channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        self.log = log
    }

    /// All requests so far, in the order in which they were complete.
    package var requests: [Request] { log.requests.withLock { $0 } }

    package func stop() async throws {
        try await channel.close().get()
    }
}

extension [ScriptedServer.Step] {
    /// A whole answer.
    package static func answer(
        _ status: Int, _ body: String = "", fields: [String] = []
    ) -> [ScriptedServer.Step] {
        let lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)"] + fields
        return [.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)]
    }
}

extension ScriptedServer.Identity {
    fileprivate var configuration: TLSConfiguration {
        get throws {
            TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate)
                    .map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
        }
    }
}

private final class Log: Sendable {
    let requests = Mutex<[ScriptedServer.Request]>([])
}

/// Reads the requests of one connection and plays the script for each.
private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let log: Log
    private let script: ScriptedServer.Script
    private var received = ByteBuffer()

    init(_ log: Log, _ script: @escaping ScriptedServer.Script) {
        self.log = log
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        // A client that begins with TLS where there is none; a registry would complain and hang up.
        if received.readableBytesView.first == 0x16 {
            context.close(promise: nil)
            return
        }
        guard let request = Self.request(in: String(buffer: received)) else { return }
        received.clear()
        log.requests.withLock { $0.append(request) }
        let steps = script(request)
        let channel = context.channel
        Task(executorPreference: OwnThreads.shared) { await play(steps, on: channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Nil before the request is whole.
    private static func request(in text: String) -> ScriptedServer.Request? {
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let start = lines[0].split(separator: " ")
        let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let length = fields.first { $0.name.lowercased() == "content-length" }
            .flatMap { Int($0.value) }
        let body = text[end.upperBound...]
        guard start.count == 3, body.utf8.count >= length ?? 0 else { return nil }
        return ScriptedServer.Request(
            method: String(start[0]), target: String(start[1]), fields: fields, body: String(body))
    }
}

/// Follows the script until its end, or until the client has closed the connection.
private func play(_ steps: [ScriptedServer.Step], on channel: any Channel) async {
    do {
        for step in steps { try await play(step, on: channel) }
    } catch {
        // The client has closed the connection.
    }
}

private func play(_ step: ScriptedServer.Step, on channel: any Channel) async throws {
    switch step {
    case .send(let text): try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    case .flood(let text, let count):
        let buffer = ByteBuffer(string: text)
        for _ in 0..<count { try await channel.writeAndFlush(buffer).get() }
    case .pause(let duration): try await Task.sleep(for: duration)
    case .close: try await channel.close().get()
    case .reset:
        // Without lingering, closing sends a reset instead of an end.
        try await (channel as? any SocketOptionProvider)?
            .setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close().get()
    }
}
