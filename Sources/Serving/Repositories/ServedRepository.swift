/// A repository that is served: where it is, and how Git reaches it.
package struct ServedRepository: Hashable, Sendable {
    /// For people and for keys of the state: without user and password, with `#BRANCH` where one
    /// was named.
    package let name: String
    /// Without a password.
    package let url: String
    /// Nil for the branch that the remote's HEAD names.
    package let branch: String?
    package let credentials: GitCredentials

    package init(
        name: String, url: String, branch: String?, credentials: GitCredentials = GitCredentials()
    ) {
        self.name = name
        self.url = url
        self.branch = branch
        self.credentials = credentials
    }

    /// The name of its directory: readable as far as that goes, and of it alone.
    var directoryName: String {
        let readable = name.unicodeScalars.map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || "0123456789.-".unicodeScalars
                        .contains(scalar))
                ? Character(scalar) : "_"
        }
        return "\(String(readable).suffix(80))-\(String(fingerprint, radix: 16))"
    }

    /// FNV-1a: the same in every process, and of no use to anyone who wants it to collide.
    private var fingerprint: UInt64 {
        "\(url)\n\(branch ?? "")".utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
}

/// The credentials that Git shows to one remote, beside those of its own configuration.
///
/// Secrets stay in their files and variables, which Git's programs read each time: no argument and
/// no configuration has them.
package struct GitCredentials: Hashable, Sendable {
    /// A private key for SSH.
    package var keyFile: String?
    /// The host keys that are trusted, in place of the user's.
    package var knownHostsFile: String?
    /// Of the token; servers that take any get this.
    package var user = "git"
    /// A file with a token or password.
    package var tokenFile: String?
    /// A variable with a token or password.
    package var tokenVariable: String?
    /// Certificates in PEM that are trusted, in place of the system's.
    package var certificateFile: String?

    package init() {}

    /// The variables by which Git finds them.
    func variables(for url: String) -> [String: String] {
        var variables: [String: String] = [:]
        if let command = sshCommand { variables["GIT_SSH_COMMAND"] = command }
        if let certificateFile { variables["GIT_SSL_CAINFO"] = certificateFile }
        let settings = helperSettings(for: url)
        guard !settings.isEmpty else { return variables }
        variables["GIT_CONFIG_COUNT"] = "\(settings.count)"
        for (number, setting) in settings.enumerated() {
            variables["GIT_CONFIG_KEY_\(number)"] = setting.key
            variables["GIT_CONFIG_VALUE_\(number)"] = setting.value
        }
        variables["SLUICE_GIT_USER"] = user
        if let tokenFile { variables["SLUICE_GIT_TOKEN_FILE"] = tokenFile }
        return variables
    }

    private var sshCommand: String? {
        guard keyFile != nil || knownHostsFile != nil else { return nil }
        var words = ["ssh", "-o", "BatchMode=yes"]
        if let keyFile { words += ["-i", keyFile, "-o", "IdentitiesOnly=yes"] }
        if let knownHostsFile {
            words += [
                "-o", "UserKnownHostsFile=\(knownHostsFile)", "-o", "GlobalKnownHostsFile=none",
                "-o", "StrictHostKeyChecking=yes",
            ]
        }
        return words.map(Self.quoted).joined(separator: " ")
    }

    /// A helper for the remote's own server alone, in place of all others.
    private func helperSettings(for url: String) -> [(key: String, value: String)] {
        guard let origin = Self.origin(of: url) else { return [] }
        let source: String
        if tokenFile != nil {
            source = #"cat "$SLUICE_GIT_TOKEN_FILE""#
        } else if let tokenVariable {
            source = #"printenv "# + Self.quoted(tokenVariable)
        } else {
            return []
        }
        // A file ends with a line break or without one: both are the same to a substitution.
        let script = #"""
            !f() { test "$1" = get || return 0; printf 'username=%s\npassword=%s\n' \#
            "$SLUICE_GIT_USER" "$(\#(source))"; }; f
            """#
        let key = "credential.\(origin).helper"
        return [(key, ""), (key, script)]
    }

    /// `SCHEME://HOST[:PORT]`; nil for what needs no such credentials.
    private static func origin(of url: String) -> String? {
        guard let mark = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<mark.lowerBound].lowercased()
        guard ["http", "https"].contains(scheme) else { return nil }
        let authority = url[mark.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return "\(scheme)://\(host)"
    }

    /// For the shell that Git starts.
    private static func quoted(_ word: String) -> String {
        "'"
            + word.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#) + "'"
    }
}
