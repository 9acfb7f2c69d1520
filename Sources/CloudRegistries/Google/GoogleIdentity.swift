import SourceText
import WebAccess

/// Gets an access token of Google's for this machine.
///
/// A file that `GOOGLE_APPLICATION_CREDENTIALS` names comes first, and a fault in it is an error;
/// then the file that gcloud keeps, then the metadata server.
struct GoogleIdentity: Sendable {
    let context: CloudContext

    static let scopes = [
        "https://www.googleapis.com/auth/cloud-platform",
        "https://www.googleapis.com/auth/userinfo.email",
    ]

    func token() async throws(CloudError) -> CloudToken {
        if let path = context.variable("GOOGLE_APPLICATION_CREDENTIALS") {
            let setting = "`GOOGLE_APPLICATION_CREDENTIALS`"
            return try await token(of: try context.file(path, namedBy: setting), path, setting)
        }
        let folder =
            context.variable("CLOUDSDK_CONFIG")
            ?? context.variable("HOME").map { "\($0)/.config/gcloud" }
        if let path = folder.map({ "\($0)/application_default_credentials.json" }) {
            let setting = "gcloud's configuration"
            if let bytes = try context.optionalFile(path, namedBy: setting) {
                return try await token(of: bytes, path, setting)
            }
        }
        if let token = try await GoogleMetadata(context: context).token() { return token }
        throw .noIdentity(.gcp)
    }

    private func token(
        of bytes: [UInt8], _ path: String, _ setting: String
    ) async throws(CloudError) -> CloudToken {
        guard let file = JSON.value(GoogleCredentials.self, from: bytes) else {
            throw .malformedFile(path: path, setting: setting)
        }
        let malformed = CloudError.malformedFile(path: path, setting: setting)
        switch file.type {
        case "impersonated_service_account":
            guard let source = file.source_credentials?.value,
                let address = file.service_account_impersonation_url
            else { throw malformed }
            let token = try await token(of: source, malformed)
            return try await GoogleImpersonation(context: context)
                .token(from: address, as: token, delegates: file.delegates ?? [])
        default: return try await token(of: file, malformed)
        }
    }

    private func token(
        of file: GoogleCredentials, _ malformed: CloudError
    ) async throws(CloudError) -> CloudToken {
        switch file.type {
        case "service_account":
            guard let account = GoogleServiceAccount(file) else { throw malformed }
            return try await account.token(context)
        case "authorized_user":
            guard let user = GoogleUser(file) else { throw malformed }
            return try await user.token(context)
        case "external_account":
            guard let account = GoogleExternalAccount(file) else { throw malformed }
            return try await account.token(context)
        default:
            throw .unsupported(
                "the type `\((file.type ?? "").shown)` of Google's credentials",
                remedy: "use a service account's key or workload identity federation")
        }
    }
}

extension CloudContext {
    /// An address of Google's own, or of this machine: secrets go nowhere else.
    func googleAddress(_ text: String, setting: String) throws(CloudError) -> WebAddress {
        guard let address = WebAddress(text) else { throw .malformedSetting(setting) }
        let isGoogle =
            address.scheme == .https && address.host.port ?? 443 == 443
            && (address.host.name.hasSuffix(".googleapis.com")
                || address.host.name.hasSuffix(".google.com"))
        guard isGoogle || address.host.isLoopback else {
            throw .addressRefused("\(address)", setting: setting)
        }
        return address
    }
}
