import CloudRegistries
import WebAccess

/// The means to log in to a host.
struct HostLogin: Sendable {
    let credential: Credential?
    /// Why a cloud's registry gets no login: its images may be public all the same.
    var absence: CloudError?
}

extension CredentialStore {
    /// The user's credentials, or those of the cloud that the host belongs to.
    ///
    /// A provider that the manifest names counts alone, as in Flux.
    func login(
        for key: RegistryImage.LoginKey, _ clouds: CloudLogins
    ) async throws(RegistryError.Reason) -> HostLogin {
        if let provider = key.provider {
            do throws(CloudError) {
                let login = try await clouds.login(for: key.host, provider: provider)
                return HostLogin(credential: login.map(Credential.init))
            } catch {
                throw .cloud(error)
            }
        }
        let own: Credential?
        do throws(SettingsProblem) {
            own = try await credential(for: key.host)
        } catch {
            throw .settings(error)
        }
        if let own { return HostLogin(credential: own) }
        do throws(CloudError) {
            return HostLogin(
                credential: try await clouds.login(for: key.host).map(Credential.init))
        } catch {
            return HostLogin(credential: nil, absence: error)
        }
    }
}

extension Credential {
    fileprivate init(_ login: RegistryLogin) {
        self = .password(user: login.user, password: login.password)
    }
}

extension RegistryError.Reason {
    /// The missing login of a cloud, where an image is not shown without one.
    func explained(by absence: CloudError?) -> RegistryError.Reason {
        guard let absence else { return self }
        switch self {
        case .access(.credentialsMissing), .access(.tokenRefused(_, anonymous: true)):
            return .cloud(absence)
        default: return self
        }
    }
}
