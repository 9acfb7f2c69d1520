import CloudRegistries
package import WebAccess

/// Asks registries about images.
///
/// Knowledge about a host is kept for minutes: how it is reached, credentials and tokens, failures
/// too. Copies of one client share it.
package struct RegistryClient: Sendable {
    package struct Options: Sendable {
        package var credentials = CredentialStore()
        package var trust = PlainHTTPTrust()
        package var retry = RetryPolicy()
        package var tagLimits = TagLimits()
        /// At the same time.
        package var requestsPerHost = 6
        /// For all that one call needs: credentials, pages, attempts and the pauses between them.
        package var timeLimit = Duration.seconds(120)
        package var timing: Timing

        package init(timing: Timing) {
            self.timing = timing
        }
    }

    let options: Options
    package let web: WebClient
    let hosts: HostKnowledge
    let clouds: CloudLogins

    package init(options: Options, transport: any HTTPTransport) {
        self.options = options
        var webOptions = WebClient.Options(timing: options.timing)
        webOptions.trust = options.trust
        webOptions.retry = options.retry
        webOptions.requestsPerHost = options.requestsPerHost
        web = WebClient(options: webOptions, transport: transport)
        hosts = HostKnowledge(timing: options.timing)
        clouds = CloudLogins(
            environment: options.credentials.environment, timing: options.timing,
            transport: transport, retry: options.retry)
    }

    /// When the logins of clouds that are in use end, by host, in seconds since 1970.
    package var loginExpiries: [String: Int] {
        get async { await clouds.expiries }
    }

    /// Runs one call about an image within the time limit, and names the image in its error.
    ///
    /// - Parameters:
    ///   - scope: What the token is to allow; nil for reading the image.
    ///   - limit: Another one than that of the options.
    func call<Value: Sendable>(
        about image: RegistryImage, scope: String? = nil, limit: Duration? = nil,
        _ body: @escaping @Sendable (ImageExchange) async throws(RegistryError.Reason) -> Value
    ) async throws(RegistryError) -> Value {
        let limit = limit ?? options.timeLimit
        let outcome: Result<Value, RegistryError.Reason>? = await withTimeLimit(limit) {
            await Result { () async throws(RegistryError.Reason) in
                try await body(try await ImageExchange(image, scope: scope, client: self))
            }
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let reason): throw RegistryError(reason, image: image.name)
        case nil where Task.isCancelled:
            throw RegistryError(
                .transport(.cancelled, host: image.host.description), image: image.name)
        case nil:
            let seconds = Int(limit.components.seconds)
            throw RegistryError(.timedOut(limitSeconds: seconds), image: image.name)
        }
    }
}

/// The shared knowledge of the calls of one client.
struct HostKnowledge: Sendable {
    let endpoints: KeptValues<RegistryImage.EndpointKey, Endpoint, RegistryError.Reason>
    let credentials: KeptValues<RegistryImage.LoginKey, HostLogin, RegistryError.Reason>
    let authorizations: AuthorizationCache

    /// For so long credentials are used before files and helpers are read again, in seconds.
    static let credentialSeconds = 60
    /// For so long a host is reached in the way that worked, or not reached at all, in seconds.
    static let endpointSeconds = 3600
    static let endpointFailureSeconds = 60

    init(timing: Timing) {
        endpoints = KeptValues(
            failureSeconds: Self.endpointFailureSeconds, now: timing.secondsSince1970)
        credentials = KeptValues(
            failureSeconds: Self.credentialSeconds, now: timing.secondsSince1970)
        authorizations = AuthorizationCache(now: timing.secondsSince1970)
    }
}

/// The authorisations that worked last, by image: none is shown to another host, or for another
/// image than it was made for.
///
/// They are kept for some minutes: registries give their tokens no longer life, and passwords of
/// clouds end without a 401.
actor AuthorizationCache {
    struct Key: Hashable {
        let endpoint: Endpoint
        let scope: String
        let login: RegistryImage.LoginKey
    }

    private static let lifeSeconds = 300
    private static let countLimit = 100_000

    private let now: @Sendable () -> Int
    private var authorizations: [Key: (authorization: Authorization, until: Int)] = [:]

    init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    subscript(key: Key) -> Authorization? {
        authorizations[key].flatMap { now() < $0.until ? $0.authorization : nil }
    }

    func set(_ authorization: Authorization, for key: Key) {
        let time = now()
        // One that is used again and again keeps its end.
        if let known = authorizations[key], known.authorization == authorization,
            time < known.until
        {
            return
        }
        if authorizations.count >= Self.countLimit {
            authorizations = authorizations.filter { time < $0.value.until }
        }
        authorizations[key] = (authorization, time + Self.lifeSeconds)
    }
}

extension RegistryImage {
    struct EndpointKey: Hashable {
        let host: WebHost
        let isDeclaredInsecure: Bool
    }

    /// Whose credentials are used.
    struct LoginKey: Hashable {
        let host: WebHost
        let provider: CloudProvider?
    }

    var loginKey: LoginKey { LoginKey(host: host, provider: provider) }

    var endpointKey: EndpointKey {
        EndpointKey(host: host, isDeclaredInsecure: isDeclaredInsecure)
    }
}
