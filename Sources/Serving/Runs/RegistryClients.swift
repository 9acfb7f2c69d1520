package import RegistryAccess
internal import Synchronization

/// The client of registries, made anew from time to time.
///
/// One client remembers how it reached hosts, failures too, and reads credentials once: a service
/// has to notice that they changed.
package final class RegistryClients: Sendable {
    /// Seconds.
    private static let age = 300.0

    private let make: @Sendable () throws -> RegistryClient
    private let current = Mutex<(client: RegistryClient, time: Timestamp)?>(nil)

    package init(_ make: @escaping @Sendable () throws -> RegistryClient) {
        self.make = make
    }

    func client(at now: Timestamp) throws -> RegistryClient {
        try current.withLock { current in
            if let current, (0..<Self.age).contains(now - current.time) { return current.client }
            let client = try make()
            current = (client, now)
            return client
        }
    }
}
