package import RegistryAccess
internal import Synchronization

/// The one client of registries, made when it is first needed.
///
/// It notices itself that credentials changed; a configuration that cannot be read is tried again.
package final class RegistryClients: Sendable {
    private let make: @Sendable () throws -> RegistryClient
    private let made = Mutex<RegistryClient?>(nil)

    package init(_ make: @escaping @Sendable () throws -> RegistryClient) {
        self.make = make
    }

    var client: RegistryClient {
        get throws {
            try made.withLock { made in
                if let made { return made }
                let client = try make()
                made = client
                return client
            }
        }
    }
}
