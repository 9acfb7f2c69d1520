import ArgumentParser
import FoundationEssentials
import GitAccess
import RegistryAccess
import WebAccess

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
    var insecureHosts: [UnrepeatedArgument<WebHost>] = []

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

    private var plainHosts: [WebHost] {
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

    /// Reads all sources once, so that a fault shows at once, and again at each use.
    private func credentialStore(_ environment: [String: String]) throws -> CredentialStore {
        let sources = try credentialSources
        _ = try CredentialSource.credentials(from: sources, environment)
        _ = try DockerConfiguration.load(environment: environment)
        return CredentialStore(
            given: { () throws(SettingsProblem) in
                var credentials: [WebHost: Credential] = [:]
                for source in sources {
                    do {
                        let found = try CredentialSource.credentials(from: [source], environment)
                        credentials.merge(found) { $1 }
                    } catch {
                        throw .unusableCredentials(place: source.words)
                    }
                }
                return credentials
            },
            docker: { () throws(SettingsProblem) in
                try DockerConfiguration.load(environment: environment)
            }, environment: environment)
    }

    /// Runs `body` with a client whose connections are closed when it returns.
    func withClient<Value: Sendable>(
        _ body: (RegistryClient) async -> Value
    ) async throws -> Value {
        let options = try clientOptions()
        return try await withTransport { transport in
            await body(RegistryClient(options: options, transport: transport))
        }
    }

    /// How clients work, with the credentials that there are now.
    func clientOptions() throws -> RegistryClient.Options {
        let environment = ProcessInfo.processInfo.environment
        var options = RegistryClient.Options(
            timing: .real(now: SystemClock.now))
        options.credentials = try credentialStore(environment)
        options.trust = PlainHTTPTrust(insecureHosts: Set(try plainHosts))
        return options
    }

    /// Runs `body` with connections that are closed when it returns.
    func withTransport<Value: Sendable>(
        _ body: (any HTTPTransport) async -> Value
    ) async throws -> Value {
        var transportOptions = AsyncHTTPTransport.Options(
            environment: ProcessInfo.processInfo.environment)
        transportOptions.certificateFile = certificateFile
        return try await AsyncHTTPTransport.withTransport(transportOptions) { transport in
            await body(transport)
        }
    }
}

extension Timing {
    /// The time of the system.
    static func real(now: @autoclosure @escaping @Sendable () -> Date) -> Timing {
        .real(secondsSince1970: { Int(now().timeIntervalSince1970) })
    }
}

extension AsyncHTTPTransport.Options {
    /// Requests of this program in the user's environment.
    init(environment: [String: String]) {
        self.init()
        userAgent = "sluice/\(Sluice.version)"
        self.environment = environment
    }
}

extension WebHost: ExpressibleByArgument {
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
        guard parts.count == 2, WebHost(parts[0]) != nil,
            let secret = SecretSource(argument: parts[1])
        else { return nil }
        host = parts[0]
        self.secret = secret
    }

    /// The place in words, for messages.
    var words: String { secret.words }

    static func credentials(
        from sources: [CredentialSource], _ environment: [String: String]
    ) throws -> [WebHost: Credential] {
        var credentials: [WebHost: Credential] = [:]
        for source in sources {
            let text = try source.secret.text(environment)
            guard !text.contains(where: \.isNewline),
                let found = try? CredentialStore.given(lines: "\(source.host)=\(text)")
            else {
                throw CommandError("\(source.secret.words) does not hold USER:PASSWORD on one line")
            }
            credentials.merge(found) { $1 }
        }
        return credentials
    }
}

/// The place of a secret: a variable or a file, because every process can see arguments.
struct SecretSource: ExpressibleByArgument {
    private static let sizeLimit = 1 << 16

    private enum Place {
        case variable(String)
        case file(String)
    }

    private let place: Place

    /// Parses `env:NAME` or `file:PATH`.
    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("env", 2): place = .variable(parts[1])
        case ("file", 2): place = .file(parts[1])
        default: return nil
        }
    }

    /// The secret, without a line break at the end of a file.
    func text(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        switch place {
        case .variable(let name):
            guard let value = environment[name] else {
                throw CommandError("\(words), which should hold a credential, is not set")
            }
            return value
        case .file(let path):
            let bytes = try InputFile.path(path).bytes(limit: Self.sizeLimit)
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }

    /// The place in words, for messages.
    var words: String {
        switch place {
        case .variable(let name): "the variable `\(name)`"
        case .file(let path): "the file `\(path)`"
        }
    }
}

/// An argument that may contain a secret by mistake: no error repeats it.
///
/// ArgumentParser's own errors repeat values, and end up in the logs of CI systems. So malformed
/// values are accepted while arguments are parsed, and rejected when they are validated.
struct UnrepeatedArgument<Value: Sendable>: Sendable {
    private let value: Value?

    /// The value; throws an error with the expected form if it is malformed.
    func value(of option: String, writtenAs form: String) throws -> Value {
        guard let value else {
            throw ValidationError(
                "\(option) takes \(form); its value is not repeated here, as it may hold a secret")
        }
        return value
    }
}

extension UnrepeatedArgument: ExpressibleByArgument where Value: ExpressibleByArgument {
    init(argument: String) {
        value = Value(argument: argument)
    }
}

/// The transform of an argument that `parse` reads; `words` say what is wrong where it cannot.
func reading<Value>(
    _ parse: @escaping @Sendable (String) -> Value?, else words: String
) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = parse(text) else { throw ValidationError(words) }
        return value
    }
}
