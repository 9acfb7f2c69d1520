package import Logging
package import Receivers
import ServiceLifecycle
package import Serving

/// The service over HTTP, on two listeners.
///
/// Receivers are for the world; page, metrics and health are for the cluster or this machine, so
/// that a rule of a network can tell them apart by their port. The receivers run on threads of
/// their own: no check of a repository and no page keeps a call from its answer.
package struct WebService: Service {
    /// The parts of the service that requests are about.
    package struct Sources: Sendable {
        let receivers: any ReceiverEndpoints
        let status: @Sendable () async -> ServiceStatus
        let metrics: @Sendable () async -> String
        let isReady: @Sendable () async -> Bool

        package init(
            receivers: any ReceiverEndpoints, status: @escaping @Sendable () async -> ServiceStatus,
            metrics: @escaping @Sendable () async -> String,
            isReady: @escaping @Sendable () async -> Bool
        ) {
            self.receivers = receivers
            self.status = status
            self.metrics = metrics
            self.isReady = isReady
        }
    }

    private let receivers: Listener
    private let page: Listener

    /// - Parameter onListening: Called with the port of each listener, receivers first.
    package init(
        _ sources: Sources, options: WebOptions, logger: Logger,
        onListening: @escaping @Sendable (_ listener: String, _ port: Int) -> Void = { _, _ in }
    ) {
        let calls = ReceiverResponder(
            endpoints: sources.receivers, limits: options.limits, logger: logger)
        let pages = PageResponder(
            sources: sources, access: options.pageAccess, limits: options.limits, logger: logger)
        receivers = Listener(
            name: "receivers", address: options.receivers, limits: options.limits, logger: logger,
            answer: { await calls.answer(to: $0) }, onListening: onListening)
        page = Listener(
            name: "page", address: options.page, limits: options.limits, logger: logger,
            answer: { await pages.answer(to: $0) }, onListening: onListening)
    }

    /// Serves until the service group stops; requests under way are answered first.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for listener in [receivers, page] {
                group.addTask { try await listener.run() }
            }
            try await group.waitForAll()
        }
    }
}
