import Logging
import ServiceLifecycle
import Serving
import UnixSignals
import WebServing

/// The service with what stops it.
struct ServiceRun {
    private let service: UpdateService
    private let web: WebService
    private let logger: Logger

    init(_ service: UpdateService, _ web: WebService, logger: Logger) {
        self.service = service
        self.web = web
        self.logger = logger
    }

    /// Returns when a signal has stopped it.
    func run() async throws {
        // The last one stops first: the listeners tell that it is not ready any more meanwhile.
        let configuration = ServiceGroupConfiguration(
            services: [web, ServedUpdates(service: service)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// The updates, as one of the services of the process.
private struct ServedUpdates: Service {
    let service: UpdateService

    func run() async throws { try await service.run() }
}
