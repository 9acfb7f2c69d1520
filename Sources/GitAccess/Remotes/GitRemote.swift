/// Another repository that this one fetches from and pushes to, through the user's `git`.
package struct GitRemote: Hashable, Sendable {
    /// The argument for `git`: the remote's name, or a URL.
    let target: String
    /// The URL that it is fetched from, as the user's settings rewrite it; it may contain a
    /// password.
    package let url: String
    /// Where it is fetched from: as it is set, and as `url.<base>.insteadOf` has it.
    package let locations: Set<RemoteURL>
    /// Whether it may be contacted without encryption.
    let allowsPlainHTTP: Bool

    /// A place that has no name here; it is contacted without encryption on this machine alone.
    ///
    /// Nil also for a URL with a password: all users of the machine can see what `git` is told.
    package init?(trustedURL: String) {
        guard let location = RemoteURL(trustedURL), !RemoteURL.holdsPassword(trustedURL) else {
            return nil
        }
        target = trustedURL
        url = trustedURL
        locations = [location]
        allowsPlainHTTP = location.isLoopback
    }

    /// A remote of the user's settings; where those say `http`, so be it.
    fileprivate init(name: String, fetchURLs: [String], pushURLs: [String]) {
        target = name
        url = fetchURLs.last ?? name
        locations = Set(fetchURLs.compactMap { RemoteURL($0) })
        allowsPlainHTTP = (fetchURLs + pushURLs).contains { RemoteURL($0)?.scheme == "http" }
    }

    /// For people: without user, password and query.
    package var name: String { Self.name(ofURL: target) }

    /// A URL for people: without user, password and query.
    package static func name(ofURL url: String) -> String { withoutSecrets(url) }
}

extension GitWorkspace {
    /// The remotes of the user's settings, by the bytes of their names.
    package func remotes() throws(GitError) -> [GitRemote] {
        let program = try rewriter()
        var remotes: [GitRemote] = []
        for name in try program.lines("remote") ?? [] {
            let settings = try program.lines("config", "--get-all", "remote.\(name).url") ?? []
            // Some have a name alone.
            guard !settings.isEmpty else { continue }
            let fetched = try program.lines("remote", "get-url", "--all", name) ?? []
            let pushed = try program.lines("remote", "get-url", "--all", "--push", name) ?? []
            remotes.append(
                GitRemote(name: name, fetchURLs: settings + fetched, pushURLs: pushed))
        }
        return remotes
    }

    /// Where the remote `origin` is, for reports; nil where there is none, or only on a machine.
    package func originURI() throws(GitError) -> String? {
        try setting("remote.origin.url").flatMap { RemoteURL($0)?.uri }
    }

    /// The remotes at a URL, either as written or as the user's settings rewrite it.
    package func remotes(at url: String) throws(GitError) -> [GitRemote] {
        guard let place = RemoteURL(url) else { return [] }
        let rewritten =
            RemoteURL.holdsPassword(url)
            ? nil : try rewriter().lines("ls-remote", "--get-url", "--end-of-options", url)
        let wanted = Set([place, rewritten?.first.flatMap { RemoteURL($0) }].compactMap { $0 })
        return try remotes().filter { !$0.locations.isDisjoint(with: wanted) }
    }

    private func rewriter() throws(GitError) -> GitProgram {
        try program(knowing: "the remotes as they are rewritten")
    }
}
