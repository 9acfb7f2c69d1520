internal import Subprocess
import WebAccess

#if canImport(System)
    internal import System
#else
    internal import SystemPackage
#endif

/// A program that keeps credentials for Docker, as `docker-credential-pass`.
///
/// Source: docker/docker-credential-helpers: `get`, the server on standard input, JSON on standard
/// output.
struct CredentialHelper: Equatable, Sendable {
    let program: String

    /// Bytes of its answer.
    private static let outputLimit = 1 << 16

    /// Nil if `name` could lead to another program than one on `PATH`.
    init?(name: String) {
        guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy(\.isHostCharacter) else {
            return nil
        }
        program = "docker-credential-\(name)"
    }

    /// Nil if the helper knows nothing about the host.
    func credential(
        for host: WebHost, environment: [String: String], limit: Duration
    ) async throws(SettingsProblem) -> Credential? {
        let server = host.isDockerHub ? "https://index.docker.io/v1/" : host.description
        let ending = await withTimeLimit(limit) {
            await Result { () async throws(SettingsProblem) in
                try await outcome(for: server, environment)
            }
        }
        guard let ending else {
            throw .helperTimedOut(program: program, limitSeconds: Int(limit.components.seconds))
        }
        let (succeeded, output) = try ending.get()
        return try succeeded ? answer(in: output) : absence(in: output)
    }

    private func outcome(
        for server: String, _ environment: [String: String]
    ) async throws(SettingsProblem) -> (succeeded: Bool, output: String) {
        do {
            let result = try await run(
                .name(program), arguments: ["get"], environment: .safe(environment),
                input: .fileDescriptor(
                    try Self.pipe(holding: server), closeAfterSpawningProcess: true),
                output: .string(limit: Self.outputLimit), error: .discarded)
            return (result.terminationStatus.isSuccess, result.standardOutput)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw .helperMissing(program: program)
        } catch {
            throw .helperFailed(program: program)
        }
    }

    /// The end to read from of a pipe that contains a short text already.
    ///
    /// Subprocess's own writer ends this process when a program does not read its input.
    private static func pipe(holding text: String) throws -> FileDescriptor {
        let (readEnd, writeEnd) = try FileDescriptor.pipe()
        try writeEnd.closeAfter { _ = try writeEnd.writeAll(text.utf8) }
        return readEnd
    }

    private func answer(in output: String) throws(SettingsProblem) -> Credential {
        guard let answer = JSON.value(Answer.self, from: Array(output.utf8)) else {
            throw .helperFailed(program: program)
        }
        return answer.Username == "<token>"
            ? .identityToken(Secret(answer.Secret))
            : .password(user: Secret(answer.Username), password: Secret(answer.Secret))
    }

    private func absence(in output: String) throws(SettingsProblem) -> Credential? {
        guard output.trimmed == "credentials not found in native keychain" else {
            throw .helperFailed(program: program)
        }
        return nil
    }

    // The names in the document.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Answer: Decodable {
        let Username: String
        let Secret: String
    }
}
