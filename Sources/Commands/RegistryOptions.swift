import ArgumentParser
import FoundationEssentials
import GitAccess
import RegistryAccess

/// How registries are reached, and with which credentials.
struct RegistryOptions: ParsableArguments {
    @Option(
        name: .customLong("registry-auth"),
        help: ArgumentHelp(
            "Log in to a registry with the USER:PASSWORD that a variable (HOST=env:NAME) or a file "
                + "(HOST=file:PATH) holds; may be repeated. Else Docker's configuration counts.",
            valueName: "host=source"))
    var credentials: [CredentialSource] = []

    @Option(
        name: .customLong("insecure-registry"),
        help: ArgumentHelp(
            "Allow plain HTTP, credentials included, for this host; may be repeated.",
            valueName: "host"),
        transform: { text in
            guard let host = RegistryHost(text) else {
                throw ValidationError("a host is written as in registry.example:5000")
            }
            return host
        })
    var insecureHosts: [RegistryHost] = []

    @Option(
        name: .customLong("registry-ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file as well as the system's.", valueName: "file"))
    var certificateFile: String?

    /// Runs `body` with a client whose connections are closed when it returns.
    func withClient<Value: Sendable>(
        _ body: (RegistryClient) async -> Value
    ) async throws -> Value {
        let environment = ProcessInfo.processInfo.environment
        var options = RegistryClient.Options(
            timing: .real(secondsSince1970: { Int(SystemClock.now.timeIntervalSince1970) }))
        options.credentials = CredentialStore(
            given: try CredentialSource.credentials(from: credentials, environment),
            docker: try DockerConfiguration.load(environment: environment),
            environment: environment)
        options.trust = PlainHTTPTrust(insecureHosts: Set(insecureHosts))
        var transportOptions = AsyncHTTPTransport.Options()
        transportOptions.userAgent = "sluice/\(Sluice.version)"
        transportOptions.certificateFile = certificateFile
        transportOptions.environment = environment
        return try await AsyncHTTPTransport.withTransport(transportOptions) { transport in
            await body(RegistryClient(options: options, transport: transport))
        }
    }
}

/// Where the credential for a host stands: never in an argument, which every process can see.
struct CredentialSource: ExpressibleByArgument {
    private static let sizeLimit = 1 << 16

    private let host: String
    private let place: Place

    private enum Place {
        case variable(String)
        case file(String)
    }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, RegistryHost(parts[0]) != nil else { return nil }
        let source = parts[1].split(separator: ":", maxSplits: 1).map(String.init)
        switch (source.first, source.count) {
        case ("env", 2): place = .variable(source[1])
        case ("file", 2): place = .file(source[1])
        default: return nil
        }
        host = parts[0]
    }

    static func credentials(
        from sources: [CredentialSource], _ environment: [String: String]
    ) throws -> [RegistryHost: Credential] {
        var credentials: [RegistryHost: Credential] = [:]
        for source in sources {
            let text = try source.text(environment)
            guard !text.contains(where: \.isNewline),
                let found = try? CredentialStore.given(lines: "\(source.host)=\(text)")
            else { throw CredentialSourceError.malformed(source.description) }
            credentials.merge(found) { $1 }
        }
        return credentials
    }

    private func text(_ environment: [String: String]) throws -> String {
        switch place {
        case .variable(let name):
            guard let value = environment[name] else { throw CredentialSourceError.unset(name) }
            return value
        case .file(let path):
            let bytes = try InputFile.path(path).bytes(limit: Self.sizeLimit)
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }

    private var description: String {
        switch place {
        case .variable(let name): "the variable `\(name)`"
        case .file(let path): "the file `\(path)`"
        }
    }
}

/// Why there is no credential where one should be.
enum CredentialSourceError: Error, CustomStringConvertible {
    case unset(String)
    case malformed(String)

    var description: String {
        switch self {
        case .unset(let name): "the variable `\(name)`, which should hold a credential, is not set"
        case .malformed(let place): "\(place) does not hold USER:PASSWORD on one line"
        }
    }
}
