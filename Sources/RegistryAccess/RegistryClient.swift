package import WebAccess

/// Asks registries about images, for one run of a command.
///
/// Knowledge about a host is kept for the whole run: how it is reached, credentials and tokens,
/// failures too. Copies of one client share it.
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
    let hosts = HostKnowledge()

    package init(options: Options, transport: any HTTPTransport) {
        self.options = options
        var webOptions = WebClient.Options(timing: options.timing)
        webOptions.trust = options.trust
        webOptions.retry = options.retry
        webOptions.requestsPerHost = options.requestsPerHost
        web = WebClient(options: webOptions, transport: transport)
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
    let endpoints = OnceMap<RegistryImage.EndpointKey, Result<Endpoint, RegistryError.Reason>>()
    let credentials = OnceMap<WebHost, Result<Credential?, SettingsProblem>>()
    let authorizations = AuthorizationCache()
}

/// The authorisations that worked last, by image: none is shown to another host, or for another
/// image than it was made for.
actor AuthorizationCache {
    struct Key: Hashable {
        let endpoint: Endpoint
        let scope: String
    }

    private var authorizations: [Key: Authorization] = [:]

    subscript(key: Key) -> Authorization? { authorizations[key] }

    func set(_ authorization: Authorization, for key: Key) {
        authorizations[key] = authorization
    }
}

extension RegistryImage {
    struct EndpointKey: Hashable {
        let host: WebHost
        let isDeclaredInsecure: Bool
    }

    var endpointKey: EndpointKey {
        EndpointKey(host: host, isDeclaredInsecure: isDeclaredInsecure)
    }
}
