import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

/// Servers of clouds in memory, a clock that tests move, and the logins that are made of both.
final class FakeCloud: HTTPTransport {
    typealias Script = @Sendable (HTTPRequest) async -> Result<HTTPAnswer, TransportFailure>

    private let requests = Mutex<[HTTPRequest]>([])
    private let now = Mutex(1_767_225_600)
    private let script: Script

    /// Nothing is at addresses that the script gives no answer for.
    init(_ script: @escaping @Sendable (HTTPRequest) async -> HTTPAnswer?) {
        self.script = { request in
            await script(request).map { .success($0) } ?? .failure(.noConnection(.unreachable))
        }
    }

    init(outcomes script: @escaping Script) {
        self.script = script
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        requests.withLock { $0.append(request) }
        return try await script(request).get()
    }

    /// All requests so far, in their order.
    var sent: [HTTPRequest] { requests.withLock { $0 } }

    var addresses: [String] { sent.map { "\($0.address)" } }

    func advance(by seconds: Int) { now.withLock { $0 += seconds } }

    func setTime(_ secondsSince1970: Int) { now.withLock { $0 = secondsSince1970 } }

    func logins(_ environment: [String: String]) -> CloudLogins {
        CloudLogins(
            environment: environment,
            timing: Timing(
                pause: { _ in }, random: { 0 },
                secondsSince1970: { [self] in now.withLock { $0 } }),
            transport: self)
    }

    func login(
        _ host: String, _ environment: [String: String], provider: CloudProvider? = nil
    ) async throws -> RegistryLogin? {
        try await logins(environment)
            .login(for: try #require(WebHost(host)), provider: provider)
    }

    /// Why there is no login; nil if there is one.
    func failure(
        _ host: String, _ environment: [String: String], provider: CloudProvider? = nil
    ) async -> CloudError? {
        do {
            _ = try await login(host, environment, provider: provider)
            return nil
        } catch {
            return error as? CloudError
        }
    }
}

extension HTTPAnswer {
    static func json(_ text: String, status: Int = 200, _ fields: [HTTPField] = []) -> HTTPAnswer {
        HTTPAnswer(status: status, fields: fields, body: Array(text.utf8))
    }
}

extension HTTPRequest {
    /// The body as text.
    var text: String {
        switch method.body {
        case .form(let form)?: form.revealed
        case .bytes(let bytes, _)?: String(decoding: bytes, as: UTF8.self)
        default: ""
        }
    }

    func field(_ name: String) -> String? {
        let secret = ((authorization.map { [$0] } ?? []) + secretFields)
            .first { $0.field == name }?.value.revealed
        return secret ?? fields.first { $0.name == name }?.value
    }
}
