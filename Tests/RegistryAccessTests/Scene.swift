import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// A client with a user's credentials for one registry, whose pauses take no time.
struct Scene: Sendable {
    static let certificates = Result { try TestCertificates() }

    /// Secrets that may be sent only to the registry and its token server.
    static let secrets = ["alice", "wonder!", "YWxpY2U6d29uZGVyIQ==", "issued-token", "refresh!"]

    /// The pauses that the client asked for, none of which took time.
    final class Pauses: Sendable {
        let all = Mutex<[Duration]>([])
    }

    let pauses = Pauses()
    var options: RegistryClient.Options
    var transport = AsyncHTTPTransport.Options()

    init() throws {
        let pauses = pauses
        options = .init(
            timing: Timing(
                pause: { duration in pauses.all.withLock { $0.append(duration) } },
                random: { 0 }, secondsSince1970: { 784_111_777 }))
        options.timeLimit = .seconds(900)
        transport.certificateFile = try Self.certificates.get().authority
        transport.requestLimit = .seconds(120)
    }

    /// Gives the user a credential for the registry at a port, by default a password.
    mutating func logIn(
        to port: Int,
        _ credential: Credential = .password(
            user: Secret("alice"), password: Secret("wonder!"))
    ) throws {
        let host = try #require(WebHost("127.0.0.1:\(port)"))
        options.credentials = CredentialStore(given: [host: credential])
    }

    func image(_ port: Int, _ path: String = "org/app") throws -> RegistryImage {
        try RegistryImage("127.0.0.1:\(port)/\(path)")
    }

    func run<Value: Sendable>(
        _ body: (RegistryClient) async throws(RegistryError) -> Value
    ) async throws(RegistryError) -> Value {
        let result: Result<Value, RegistryError>
        do throws(WebSettingsProblem) {
            result = try await AsyncHTTPTransport.withTransport(transport) { transport in
                await Result { () async throws(RegistryError) in
                    try await body(RegistryClient(options: options, transport: transport))
                }
            }
        } catch {
            preconditionFailure("\(error)")
        }
        return try result.get()
    }

    /// Why a call failed; nil if it did not.
    func reason<Value: Sendable>(
        _ body: (RegistryClient) async throws(RegistryError) -> Value
    ) async -> RegistryError.Reason? {
        do throws(RegistryError) {
            _ = try await run(body)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Expects that no secret was sent to these servers.
    static func expectNoSecret(
        at servers: ScriptedServer..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for request in servers.flatMap(\.requests) {
            let leaked = secrets.filter { request.text.contains($0) }
            #expect(leaked.isEmpty, "\(request.target)", sourceLocation: sourceLocation)
        }
    }
}

extension [ScriptedServer.Step] {
    static func json(_ body: String, fields: [String] = []) -> Self {
        .answer(200, body, fields: ["Content-Type: application/json"] + fields)
    }

    static func challenge(_ text: String) -> Self {
        .answer(401, fields: ["WWW-Authenticate: \(text)"])
    }
}

/// Runs tests on threads of their own: see `OwnThreads`.
struct OnOwnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    static var onOwnThreads: OnOwnThreads { OnOwnThreads() }
}
