import WebAccess

/// A registry of Azure's.
struct ACRRegistry: Hashable, Sendable {
    let host: String
    /// The audience that a token must be for, without `/.default`.
    let audience: String
    /// The server that gives tokens, unless a variable names another.
    let authority: String

    private static let publicAuthority = "https://login.microsoftonline.com"
    private static let publicAudience = "https://containerregistry.azure.net"

    /// By the end of the registry's name.
    ///
    /// Source: azure-sdk-for-go, `azcontainerregistry`.
    private static let clouds = [
        ".azurecr.io": (publicAudience, publicAuthority),
        ".azurecr.de": (publicAudience, publicAuthority),
        ".azurecr.cn": (
            "https://management.core.chinacloudapi.cn", "https://login.chinacloudapi.cn"
        ),
        ".azurecr.us": (
            "https://management.core.usgovcloudapi.net", "https://login.microsoftonline.us"
        ),
    ]

    /// The part in front of the suffix is one or more labels.
    init?(_ name: String, _ environment: AzureEnvironment?) {
        var clouds = Self.clouds
        if let environment {
            clouds[".\(environment.suffix)"] = (environment.audience, Self.publicAuthority)
        }
        guard let suffix = clouds.keys.filter(name.hasSuffix).max(by: { $0.count < $1.count }),
            let (audience, authority) = clouds[suffix],
            name.dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy(\.isLabel)
        else { return nil }
        host = name
        self.audience = audience
        self.authority = authority
    }
}

/// A cloud of Azure's that is not public, as the file describes it that
/// `AZURE_ENVIRONMENT_FILEPATH` names.
struct AzureEnvironment: Equatable, Sendable {
    let suffix: String
    let audience: String

    private static let variable = "AZURE_ENVIRONMENT_FILEPATH"

    /// Nil where no file is named.
    static func load(_ context: CloudContext) throws(CloudError) -> AzureEnvironment? {
        guard let path = context.variable(variable) else { return nil }
        let bytes = try context.file(path, namedBy: "`\(variable)`")
        guard let document = JSON.value(Document.self, from: bytes) else {
            throw .malformedFile(path: path, setting: "`\(variable)`")
        }
        guard let text = document.containerRegistryDNSSuffix, !text.isEmpty else { return nil }
        let suffix = text.lowercased().drop { $0 == "." }
        let labels = suffix.split(separator: ".", omittingEmptySubsequences: false)
        // A suffix of one label would take all hosts of a country or of a kind.
        guard labels.count >= 2, labels.allSatisfy(\.isLabel),
            let audience = document.tokenAudience ?? document.resourceManagerEndpoint,
            WebAddress(audience)?.scheme == .https
        else { throw .malformedFile(path: path, setting: "`\(variable)`") }
        return AzureEnvironment(
            suffix: String(suffix),
            audience: audience.hasSuffix("/") ? String(audience.dropLast()) : audience)
    }

    private struct Document: Decodable {
        let containerRegistryDNSSuffix: String?
        let resourceManagerEndpoint: String?
        let tokenAudience: String?
    }
}
