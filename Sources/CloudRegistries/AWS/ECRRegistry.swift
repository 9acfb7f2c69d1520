import SourceText
import WebAccess

/// A registry of Amazon's: one of an account in a region, or the public one.
struct ECRRegistry: Hashable, Sendable {
    let isPublic: Bool
    let region: String
    /// Of the region's services, as in `amazonaws.com`.
    let domain: String
    let isFIPS: Bool

    /// By the end of the registry's name: the end of the names of its region's services.
    private static let domains = [
        ".amazonaws.com": "amazonaws.com", ".amazonaws.com.cn": "amazonaws.com.cn",
        ".amazonaws.eu": "amazonaws.eu", ".sc2s.sgov.gov": "sc2s.sgov.gov",
        ".c2s.ic.gov": "c2s.ic.gov", ".cloud.adc-e.uk": "cloud.adc-e.uk",
        ".csp.hci.ic.gov": "csp.hci.ic.gov", ".on.aws": "amazonaws.com",
        ".on.amazonwebservices.com.cn": "amazonaws.com.cn",
    ]

    /// ```
    /// private = 12 digits (".dkr.ecr" | ".dkr-ecr") ["-fips"] "." region suffix
    /// public  = "public.ecr.aws" | "ecr-public.aws.com"
    /// ```
    init?(_ name: String) {
        if name == "public.ecr.aws" || name == "ecr-public.aws.com" {
            (isPublic, region, domain, isFIPS) = (true, "us-east-1", "amazonaws.com", false)
            return
        }
        guard
            let suffix = Self.domains.keys.filter(name.hasSuffix).max(by: { $0.count < $1.count }),
            let domain = Self.domains[suffix]
        else { return nil }
        let rest = name.dropLast(suffix.count)
        guard rest.prefix(12).utf8.allSatisfy(\.isDigit), rest.count > 12 else { return nil }
        let service = rest.dropFirst(12)
        guard
            let start = [".dkr.ecr.", ".dkr-ecr.", ".dkr.ecr-fips.", ".dkr-ecr-fips."]
                .first(where: service.hasPrefix)
        else { return nil }
        let region = service.dropFirst(start.count)
        guard region.isLabel else { return nil }
        self.region = String(region)
        self.domain = domain
        isPublic = false
        isFIPS = start.contains("fips")
    }

    /// Whether both get the same token: it is a region's, and not a registry's.
    var service: String { isPublic ? "ecr-public" : "ecr" }

    /// The host that gives tokens.
    var apiHost: String {
        if isPublic { return "api.ecr-public.us-east-1.amazonaws.com" }
        return isFIPS ? "ecr-fips.\(region).\(domain)" : "api.ecr.\(region).\(domain)"
    }
}
