internal import Subprocess

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
    static let outputLimit = 1 << 16

    /// Nil if `name` could lead to another program than one on `PATH`.
    init?(name: String) {
        guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy(\.isHostCharacter) else {
            return nil
        }
        program = "docker-credential-\(name)"
    }

    /// Nil if the helper knows nothing about the host.
    func credential(
        for host: RegistryHost, environment: [String: String], limit: Duration
    ) async throws(SettingsProblem) -> Credential? {
        let server = host.isDockerHub ? "https://index.docker.io/v1/" : host.description
        let outcome = await withTimeLimit(limit) {
            await Outcome(of: program, input: server, environment: environment)
        }
        switch outcome {
        case .finished(let succeeded, let output):
            return try succeeded ? answer(in: output) : absence(in: output)
        case .missing: throw .helperMissing(program: program)
        case .failed: throw .helperFailed(program: program)
        case nil:
            throw .helperTimedOut(program: program, limitSeconds: Int(limit.components.seconds))
        }
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

/// How a helper ended.
private enum Outcome: Sendable {
    case finished(succeeded: Bool, output: String)
    case missing
    case failed

    init(of program: String, input: String, environment: [String: String]) async {
        do {
            let result = try await run(
                .name(program), arguments: ["get"], environment: .safe(environment),
                input: .fileDescriptor(
                    try Self.pipe(holding: input), closeAfterSpawningProcess: true),
                output: .string(limit: CredentialHelper.outputLimit), error: .discarded)
            self = .finished(
                succeeded: result.terminationStatus.isSuccess, output: result.standardOutput)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            self = .missing
        } catch {
            self = .failed
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
}
