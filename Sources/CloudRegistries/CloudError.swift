import SourceText
package import WebAccess

/// The reason why a cloud's identity became no login.
package enum CloudError: Error, Equatable, Sendable {
    /// Nothing on this machine proves who it is to this cloud.
    case noIdentity(CloudProvider)
    /// `spec.provider` names a cloud that the host does not belong to.
    case foreignHost(host: String, CloudProvider)
    case unreadableFile(path: String, setting: String)
    case malformedFile(path: String, setting: String)
    /// A setting is given without another that it needs.
    case missingSetting(String, beside: String)
    case malformedSetting(String)
    case unsupported(String, remedy: String)
    /// An address that a secret would go to, and that is none of the cloud's.
    case addressRefused(String, setting: String)
    case refused(service: String, status: Int, code: String?, need: String)
    /// Our clock differs from the service's.
    case clockSkew(service: String, seconds: Int)
    case malformedAnswer(service: String)
    case outdatedAnswer(service: String)
    case transport(WebProblem)
    case timedOut(service: String, limitSeconds: Int)
}

extension CloudError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noIdentity(let provider):
            "no identity for \(provider.name) was found: looked at \(provider.placesOfIdentity); "
                + "give one, or credentials for the registry with `--registry-auth`"
        case .foreignHost(let host, let provider):
            "`spec.provider` is `\(provider.rawValue)`, but `\(host)` is no registry of "
                + "\(provider.name); correct the image, or remove the provider"
        case .unreadableFile(let path, let setting):
            "cannot read `\(path.shown)`, which \(setting) names; check that it is there, and no "
                + "directory"
        case .malformedFile(let path, let setting):
            "`\(path.shown)`, which \(setting) names, does not hold what it should; write it anew"
        case .missingSetting(let name, let other): "\(other) is set without \(name); set both"
        case .malformedSetting(let name): "\(name) is malformed; correct it"
        case .unsupported(let what, let remedy): "\(what) is not supported; \(remedy)"
        case .addressRefused(let address, let setting):
            "\(setting) names `\(address.shown)`, where no credentials are sent; name the cloud's "
                + "own service over HTTPS"
        case .refused(let service, let status, let code, let need):
            "\(service) refuses a token (\(status)\(code.map { ", `\($0.shown)`" } ?? "")); "
                + "check that \(need)"
        case .clockSkew(let service, let seconds):
            "the clock of this machine is \(abs(seconds) / 60) min \(seconds < 0 ? "ahead of" : "behind") "
                + "that of \(service), which refuses signatures because of it; set the clock"
        case .malformedAnswer(let service): "the answer of \(service) is malformed"
        case .outdatedAnswer(let service): "\(service) gave a token that has expired already"
        case .transport(let problem): "\(problem)"
        case .timedOut(let service, let seconds):
            "\(service) gave no token within \(seconds) s"
        }
    }
}

extension CloudProvider {
    /// For the message that none was found.
    fileprivate var placesOfIdentity: String {
        switch self {
        case .aws:
            "`AWS_ACCESS_KEY_ID`, `AWS_WEB_IDENTITY_TOKEN_FILE`, the AWS profile, the container's "
                + "credentials and the instance's (from a pod: is the hop limit 2 or more?)"
        case .azure:
            "`AZURE_CLIENT_SECRET`, `AZURE_FEDERATED_TOKEN_FILE` and the machine's managed identity"
        case .gcp:
            "`GOOGLE_APPLICATION_CREDENTIALS`, gcloud's credentials and the metadata server"
        }
    }
}
