internal import Synchronization
package import WebAccess

/// Logs in to the registries of clouds with the identity that this machine has there.
///
/// A login is fetched once for all who ask, and used for four fifths of its life, at most an hour;
/// if no new one can be fetched then, the old one serves until it ends. Files that hold tokens are
/// read at each fetch. Nothing is fetched before a registry asks for credentials.
///
/// Source: fluxcd/pkg, `cache/token.go`, for the times.
package final class CloudLogins: Sendable {
    private let context: CloudContext
    /// By all that decides which login is fetched, beside variables, which stay as they are: the
    /// region of Amazon's, the host of Azure's.
    private let logins: KeptValues<CloudRegistry, RegistryLogin, CloudError>
    /// The registries that were asked for, for the list of expiries.
    private let hosts = Mutex<[WebHost: CloudRegistry]>([:])

    private static let longestUse = 3600
    private static let hostLimit = 10_000
    /// Seconds in which a failure is the answer to all who ask.
    private static let failureSeconds = 60
    private static let limit = Duration.seconds(60)

    /// - Parameter environment: That of the process.
    package init(
        environment: [String: String], timing: Timing, transport: any HTTPTransport,
        retry: RetryPolicy = RetryPolicy()
    ) {
        var options = WebClient.Options(timing: timing)
        options.retry = retry
        context = CloudContext(
            environment: environment, web: WebClient(options: options, transport: transport))
        logins = KeptValues(failureSeconds: Self.failureSeconds, now: timing.secondsSince1970)
    }

    /// The login for a host; nil if it belongs to no cloud.
    ///
    /// - Parameter provider: The only cloud whose host it may be.
    package func login(
        for host: WebHost, provider: CloudProvider? = nil
    ) async throws(CloudError) -> RegistryLogin? {
        guard let registry = try registry(of: host),
            provider ?? registry.provider == registry.provider
        else {
            guard let provider else { return nil }
            throw .foreignHost(host: host.description, provider)
        }
        hosts.withLock { known in
            if known.count < Self.hostLimit { known[host] = registry }
        }
        let context = context
        return try await logins.value(of: registry) {
            await Self.fetched(registry, context)
        }.get()
    }

    /// When the logins that are in use end, by host, in seconds since 1970.
    package var expiries: [String: Int] {
        get async {
            let ends = await logins.validities
            let known = hosts.withLock { $0 }
            return Dictionary(
                known.compactMap { host, registry in
                    ends[registry].map { (host.description, $0) }
                }, uniquingKeysWith: max)
        }
    }

    /// Which cloud a host belongs to.
    ///
    /// A fault in the description of a cloud of Azure's concerns no other host.
    private func registry(of host: WebHost) throws(CloudError) -> CloudRegistry? {
        if let registry = CloudRegistry(host) { return registry }
        return CloudRegistry(host, azure: try AzureEnvironment.load(context))
    }

    private static func fetched(
        _ registry: CloudRegistry, _ context: CloudContext
    ) async -> Result<KeptValues<CloudRegistry, RegistryLogin, CloudError>.Kept, CloudError> {
        let outcome = await withTimeLimit(limit) {
            await Result { () async throws(CloudError) in try await login(registry, context) }
        }
        guard let outcome else {
            return .failure(
                .timedOut(
                    service: registry.provider.name, limitSeconds: Int(limit.components.seconds)))
        }
        return outcome.flatMap { login in
            let life = login.expires - context.now
            guard life > 0 else {
                return .failure(.outdatedAnswer(service: registry.provider.name))
            }
            return .success(
                .init(
                    login, freshUntil: context.now + min(life / 5 * 4, longestUse),
                    validUntil: login.expires))
        }
    }

    private static func login(
        _ registry: CloudRegistry, _ context: CloudContext
    ) async throws(CloudError) -> RegistryLogin {
        switch registry {
        case .aws(let registry):
            return try await ECRLogin(context: context, registry: registry).login()
        case .azure(let registry):
            return try await ACRLogin(context: context, registry: registry).login()
        case .google:
            let token = try await GoogleIdentity(context: context).token()
            return RegistryLogin(
                user: "oauth2accesstoken", password: token.value, expires: token.expires)
        }
    }
}
