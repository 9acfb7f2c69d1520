import SourceText
import WebAccess

/// A cloud's registry, recognised by its host.
///
/// The patterns are anchored at both ends: a host that merely begins like a cloud's gets nothing.
/// Source: fluxcd/pkg, `auth/{aws,azure,gcp}/provider.go`, and amazon-ecr-credential-helper.
enum CloudRegistry: Hashable, Sendable {
    case aws(ECRRegistry)
    case azure(ACRRegistry)
    case google

    /// Nil for the hosts of others, and for ports that no cloud has.
    ///
    /// - Parameter azure: What a file says about a cloud of Azure's that is not public.
    init?(_ host: WebHost, azure: AzureEnvironment? = nil) {
        guard host.port == nil || host.port == 443 else { return nil }
        if let registry = ECRRegistry(host.name) {
            self = .aws(registry)
        } else if let registry = ACRRegistry(host.name, azure) {
            self = .azure(registry)
        } else if Self.isGoogle(host.name) {
            self = .google
        } else {
            return nil
        }
    }

    var provider: CloudProvider {
        switch self {
        case .aws: .aws
        case .azure: .azure
        case .google: .gcp
        }
    }

    private static func isGoogle(_ name: String) -> Bool {
        if name == "gcr.io" || name == "docker.s3nsregistry.fr" { return true }
        for suffix in [".gcr.io", "-docker.pkg.dev"] where name.hasSuffix(suffix) {
            return name.dropLast(suffix.utf8.count).isLabel
        }
        return false
    }
}

extension StringProtocol {
    /// Whether this is one part of a host's name: letters, digits, and hyphens between them.
    var isLabel: Bool {
        !isEmpty && utf8.count <= 63 && first != "-" && last != "-"
            && utf8.allSatisfy { $0.isLower || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
}
