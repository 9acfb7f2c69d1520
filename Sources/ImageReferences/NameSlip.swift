/// A slip in the name of an image that the grammar of references lets pass.
package enum NameSlip: Hashable, Sendable {
    /// The registry is one letter, or a forgotten slash, away from a public one.
    case registry(String, meant: String)
    /// No registry has this name: a public one with its first part, or all of it, in front again.
    case doubledRegistry(String, meant: String)
    /// A registry without such namespaces has another registry's name as the first part of the path.
    case registryInPath(String, registry: String)
    /// Docker Hub has repositories of one or two parts.
    case nestedInHub
    /// The second half of the path is the first half again.
    case doubledPath
}

extension NameSlip {
    /// The slip in a name, with the name that was meant as far as that can be told; nil for none.
    package static func slip(in repository: Repository) -> (slip: NameSlip, meant: String?)? {
        let path = repository.path
        if let host = repository.registry, !publicRegistries.contains(host) {
            if let known = doubled(host) {
                return (.doubledRegistry(host, meant: known), "\(known)/\(path)")
            }
            if let (known, rest) = glued(host) {
                return (.registry(host, meant: known), "\(known)/\(rest)/\(path)")
            }
            if let known = neighbour(of: host) {
                return (.registry(host, meant: known), "\(known)/\(path)")
            }
        }
        return slip(inPath: path, of: repository.registry)
    }

    private static func slip(
        inPath path: String, of registry: String?
    ) -> (slip: NameSlip, meant: String?)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isHub = registry.map(hubNames.contains) ?? true
        if isHub || registry == "ghcr.io", let first = parts.first.map({ String($0) }),
            parts.count > 1, publicRegistries.contains(first)
        {
            return (.registryInPath(first, registry: registry ?? "docker.io"), path)
        }
        let half = parts.count / 2
        if half > 1, parts.count == 2 * half, parts[..<half].elementsEqual(parts[half...]) {
            let meant = parts[..<half].joined(separator: "/")
            return (.doubledPath, registry.map { "\($0)/\(meant)" } ?? meant)
        }
        return isHub && parts.count > 2 ? (.nestedInHub, nil) : nil
    }

    // MARK: Registries

    private static let hubNames: Set<String> = [
        "docker.io", "index.docker.io", "registry-1.docker.io",
    ]

    /// Public registries whose names are long enough that a neighbour is no other registry's.
    private static let neighbourly = [
        "docker.io", "ghcr.io", "quay.io", "registry.k8s.io", "k8s.gcr.io", "mcr.microsoft.com",
        "public.ecr.aws", "registry.gitlab.com", "docker.elastic.co", "registry.redhat.io",
        "registry.access.redhat.com", "index.docker.io",
    ]

    private static let publicRegistries = Set(
        neighbourly + [
            "gcr.io", "eu.gcr.io", "us.gcr.io", "asia.gcr.io", "mirror.gcr.io", "lscr.io",
            "nvcr.io", "icr.io", "cgr.dev", "codeberg.org", "xpkg.upbound.io",
            "registry-1.docker.io",
        ])

    /// The registry of which a host holds the first part, or all of it, twice: `ghcr.ghcr.io`.
    private static func doubled(_ host: String) -> String? {
        neighbourly.first { known in
            host == "\(known).\(known)" || host == "\(known.prefix { $0 != "." }).\(known)"
        }
    }

    /// The registry that a host begins with, and what follows it where a slash is missing:
    /// `docker.ioorg`.
    private static func glued(_ host: String) -> (known: String, rest: Substring)? {
        for known in neighbourly where host.hasPrefix(known) {
            let rest = host.dropFirst(known.count)
            if !rest.isEmpty, rest.allSatisfy({ $0.isLetter || $0.isNumber }) {
                return (known, rest)
            }
        }
        return nil
    }

    private static func neighbour(of host: String) -> String? {
        neighbourly.first { isOneEdit(Array(host.utf8), Array($0.utf8)) }
    }

    /// Whether one letter more, less or changed, or two that change places, make one text the other.
    private static func isOneEdit(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1, short != long else { return false }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let (tail, rest) = (Array(short[start...]), Array(long[start...]))
        if short.count < long.count { return tail == Array(rest.dropFirst()) }
        if tail.dropFirst().elementsEqual(rest.dropFirst()) { return true }
        return tail.count > 1 && tail[0] == rest[1] && tail[1] == rest[0]
            && tail.dropFirst(2).elementsEqual(rest.dropFirst(2))
    }
}
