import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Holds one connection to its times, and closes it once an answer says so.
///
/// At every moment there is one deadline, for whatever comes next. After an answer that closes the
/// connection, the client's remaining bytes are read and dropped for a second: with bytes unread,
/// the system would reset the connection, and the client might lose the answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: WebLimits
    private let table: ConnectionTable
    private var deadline: Scheduled<Void>?
    private var isClosing = false
    private var isDraining = false
    private var isStopping = false

    init(limits: WebLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        table.remove(context.channel)
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        close(context, after: limits.headerTime)
        table.insert(context.channel)
    }

    private func close(_ context: ChannelHandlerContext, after time: Duration) {
        if isStopping { return }
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            context.close(promise: nil)
        }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDraining else { return }
        switch unwrapInboundIn(data) {
        case .head:
            table.set(.awaitsBody, of: context.channel)
            close(context, after: limits.bodyTime)
        case .body: break
        case .end:
            table.set(.answers, of: context.channel)
            close(context, after: limits.answerTime)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isDraining { context.read() } else { context.fireChannelReadComplete() }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            isClosing = isClosing || head.headerFields[.connection] == "close"
            close(context, after: limits.writeTime)
            context.write(data, promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenSuccess { self.finish(context) }
            context.write(data, promise: written)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        table.set(.awaitsRequest, of: context.channel)
        guard isClosing else { return close(context, after: limits.idleTime) }
        isDraining = true
        close(context, after: .seconds(1))
        context.close(mode: .output, promise: nil)
        context.read()
    }

    /// Closes at the client's end of the connection, once nothing more is said, and soon when the
    /// service stops: it does not wait for slow clients.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            close(context, after: limits.stopTime)
            isStopping = true
        }
        if isDraining, case .some(.inputClosed) = event as? ChannelEvent {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }
}
