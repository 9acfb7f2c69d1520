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
    var credentials: [UnrepeatedArgument<CredentialSource>] = []

    @Option(
        name: .customLong("insecure-registry"),
        help: ArgumentHelp(
            "Allow plain HTTP, credentials included, for this host; may be repeated.",
            valueName: "host"))
    var insecureHosts: [UnrepeatedArgument<RegistryHost>] = []

    @Option(
        name: .customLong("registry-ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file as well as the system's.", valueName: "file"))
    var certificateFile: String?

    func validate() throws {
        _ = try (credentialSources, plainHosts)
    }

    private var credentialSources: [CredentialSource] {
        get throws {
            try credentials.map {
                try $0.value(
                    of: "--registry-auth", writtenAs: "HOST=env:VARIABLE or HOST=file:PATH")
            }
        }
    }

    private var plainHosts: [RegistryHost] {
        get throws {
            try insecureHosts.map {
                try $0.value(
                    of: "--insecure-registry", writtenAs: "a host, as in registry.example:5000")
            }
        }
    }

    /// Whether any of these options is given.
    var areUsed: Bool {
        !credentials.isEmpty || !insecureHosts.isEmpty || certificateFile != nil
    }

    /// Runs `body` with a client whose connections are closed when it returns.
    func withClient<Value: Sendable>(
        _ body: (RegistryClient) async -> Value
    ) async throws -> Value {
        let environment = ProcessInfo.processInfo.environment
        var options = RegistryClient.Options(
            timing: .real(secondsSince1970: { Int(SystemClock.now.timeIntervalSince1970) }))
        options.credentials = CredentialStore(
            given: try CredentialSource.credentials(from: credentialSources, environment),
            docker: try DockerConfiguration.load(environment: environment),
            environment: environment)
        options.trust = PlainHTTPTrust(insecureHosts: Set(try plainHosts))
        var transportOptions = AsyncHTTPTransport.Options()
        transportOptions.userAgent = "sluice/\(Sluice.version)"
        transportOptions.certificateFile = certificateFile
        transportOptions.environment = environment
        return try await AsyncHTTPTransport.withTransport(transportOptions) { transport in
            await body(RegistryClient(options: options, transport: transport))
        }
    }
}

extension RegistryHost: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}

/// The place of a host's credential: `HOST=env:NAME` or `HOST=file:PATH`.
struct CredentialSource: ExpressibleByArgument {
    private let host: String
    private let secret: SecretSource

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, RegistryHost(parts[0]) != nil,
            let secret = SecretSource(argument: parts[1])
        else { return nil }
        host = parts[0]
        self.secret = secret
    }

    static func credentials(
        from sources: [CredentialSource], _ environment: [String: String]
    ) throws -> [RegistryHost: Credential] {
        var credentials: [RegistryHost: Credential] = [:]
        for source in sources {
            let text = try source.secret.text(environment)
            guard !text.contains(where: \.isNewline),
                let found = try? CredentialStore.given(lines: "\(source.host)=\(text)")
            else { throw CredentialSourceError.malformed(source.secret.description) }
            credentials.merge(found) { $1 }
        }
        return credentials
    }
}

/// Why a credential cannot be read.
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
