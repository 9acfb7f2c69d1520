import NIOCore
import NIOPosix

/// A client's connection that sends whatever bytes it is told.
final class Connection: Sendable {
    private let channel: any Channel
    private let received: AsyncStream<String>

    init(port: Int) async throws {
        let (received, incoming) = AsyncStream.makeStream(of: String.self)
        self.received = received
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Receiver(incoming))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    static func answer(to text: String, port: Int) async throws -> String {
        let connection = try await Connection(port: port)
        try await connection.send(text)
        let answer = await connection.answer()
        connection.close()
        return answer
    }

    /// Fails once the server has closed the connection.
    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    func closeOutput() async throws { try await channel.close(mode: .output) }

    func close() { channel.close(promise: nil) }

    /// The next answer with its body by `Content-Length`; what came so far if the server closes.
    func answer() async -> String {
        var text = ""
        for await piece in received {
            text += piece
            if Self.isComplete(text) { break }
        }
        return text
    }

    /// Everything until the server closes.
    func rest() async -> String {
        var text = ""
        for await piece in received { text += piece }
        return text
    }

    private static func isComplete(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        let length = text.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        return text[end.upperBound...].utf8.count >= length
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let incoming: AsyncStream<String>.Continuation

        init(_ incoming: AsyncStream<String>.Continuation) {
            self.incoming = incoming
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            incoming.yield(String(buffer: unwrapInboundIn(data)))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .some(.inputClosed) = event as? ChannelEvent { incoming.finish() }
        }

        func channelInactive(context: ChannelHandlerContext) { incoming.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
