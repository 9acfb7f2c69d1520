/// A probable mistake in an image name that is a valid reference.
package enum NameSlip: Hashable, Sendable {
    /// The registry is one letter, or a missing slash, away from a public one.
    case registry(String, meant: String)
    /// The registry is a public one with its name, or the first part of it, repeated in front.
    case doubledRegistry(String, meant: String)
    /// The path begins with another registry's name, which this registry does not serve.
    case registryInPath(String, registry: String)
    /// The path has more than the two parts that Docker Hub allows.
    case nestedInHub
    /// The second half of the path repeats the first.
    case doubledPath
}

extension NameSlip {
    /// Returns the mistake in a name, and the name that was probably meant; nil if there is none.
    package static func slip(in repository: Repository) -> (slip: NameSlip, meant: String?)? {
        let path = repository.path
        if let host = repository.registry, !publicRegistries.contains(host) {
            if let known = doubled(host) {
                return (.doubledRegistry(host, meant: known), "\(known)/\(path)")
            }
            if let (known, rest) = withMissingSlash(host) {
                return (.registry(host, meant: known), "\(known)/\(rest)/\(path)")
            }
            if let known = oneEditAway(from: host) {
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

    private static let hubNames: Set<String> = [
        "docker.io", "index.docker.io", "registry-1.docker.io",
    ]

    /// Public registries with names so long that no other registry's name is one edit away.
    private static let longNamedRegistries = [
        "docker.io", "ghcr.io", "quay.io", "registry.k8s.io", "k8s.gcr.io", "mcr.microsoft.com",
        "public.ecr.aws", "registry.gitlab.com", "docker.elastic.co", "registry.redhat.io",
        "registry.access.redhat.com", "index.docker.io",
    ]

    private static let publicRegistries = Set(
        longNamedRegistries + [
            "gcr.io", "eu.gcr.io", "us.gcr.io", "asia.gcr.io", "mirror.gcr.io", "lscr.io",
            "nvcr.io", "icr.io", "cgr.dev", "codeberg.org", "xpkg.upbound.io",
            "registry-1.docker.io",
        ])

    /// The registry whose name, or its first part, `host` contains twice: `ghcr.ghcr.io`.
    private static func doubled(_ host: String) -> String? {
        longNamedRegistries.first { known in
            host == "\(known).\(known)" || host == "\(known.prefix { $0 != "." }).\(known)"
        }
    }

    /// The registry that `host` begins with, and the rest after the missing slash:
    /// `docker.ioorg`.
    private static func withMissingSlash(_ host: String) -> (known: String, rest: Substring)? {
        for known in longNamedRegistries where host.hasPrefix(known) {
            let rest = host.dropFirst(known.count)
            if !rest.isEmpty, rest.allSatisfy({ $0.isLetter || $0.isNumber }) {
                return (known, rest)
            }
        }
        return nil
    }

    private static func oneEditAway(from host: String) -> String? {
        longNamedRegistries.first { isOneEdit(Array(host.utf8), Array($0.utf8)) }
    }

    /// Whether inserting, deleting, changing or swapping one letter turns one text into the other.
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
