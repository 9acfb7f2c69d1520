import CLibrary

/// A key that signs commits, through the program that keeps it.
package struct SigningKey: Sendable {
    /// Which program signs, and with what.
    package enum Kind: Hashable, Sendable {
        /// `gpg`, with a key of the user's ring: an id, a fingerprint or an address.
        case openPGP(id: String)
        /// `ssh-keygen`: the path of a private key, or of a public one whose other half an agent
        /// has. Only an agent can have opened a key that needs a passphrase.
        case ssh(file: String)
    }

    let kind: Kind
    /// For `gpg` alone: without it, the user's agent is asked.
    let passphrase: [UInt8]?

    package init(_ kind: Kind, passphrase: [UInt8]? = nil) {
        self.kind = kind
        self.passphrase = passphrase
    }
}

extension SigningKey {
    /// Longer than any signature and all that is said about it.
    private static let outputLimit = 1 << 20
    /// A key on a card or behind a dialogue takes its time.
    private static let patience = Duration.seconds(60)

    /// An armoured signature.
    ///
    /// The program is the one that the user's Git settings name, as for the user's own commits.
    func signature(
        of content: [UInt8], in access: LibraryAccess
    ) throws(GitWriteError) -> String {
        let name = try programName(access)
        guard let program = access.environment.program(name) else {
            throw .unsigned(program: name, message: "it is not on `PATH`")
        }
        let ending: ChildProcess.Ending
        do {
            ending = try run(program, on: content, access.environment.variables)
        } catch {
            throw .unsigned(program: name, message: error.reason)
        }
        guard ending.status == 0, confirms(ending.messages) else {
            throw .unsigned(program: name, message: said(ending.messages))
        }
        return ending.text
    }

    private func run(
        _ program: String, on content: [UInt8], _ variables: [String: String]
    ) throws(SystemFailure) -> ChildProcess.Ending {
        let secret = passphrase.map { $0 + [UInt8(ascii: "\n")] }
        let child = try ChildProcess(
            [program] + arguments, variables: variables, secret: secret, leadsSession: true)
        do throws(SystemFailure) {
            try child.send(content)
        } catch  where error.hasHungUp {
            // A program that refuses the key does not read on, and says why.
        }
        let ending = try child.ending(limit: Self.outputLimit, within: Self.patience)
        guard let ending else { throw SystemFailure(code: EMSGSIZE) }
        return ending
    }

    private func programName(_ access: LibraryAccess) throws(GitWriteError) -> String {
        let (settings, standing) =
            switch kind {
            case .openPGP: (["gpg.openpgp.program", "gpg.program"], "gpg")
            case .ssh: (["gpg.ssh.program"], "ssh-keygen")
            }
        do {
            for setting in settings {
                if let program = try access.setting(setting), !program.isEmpty { return program }
            }
        } catch {
            throw .repository(error)
        }
        return standing
    }

    private var arguments: [String] {
        switch kind {
        case .openPGP(let id):
            ["--batch", "--no-tty", "--status-fd=2", "--armor", "--detach-sign"]
                + (passphrase == nil ? [] : ["--pinentry-mode=loopback", "--passphrase-fd=3"])
                + ["--local-user=\(id)"]
        case .ssh(let file):
            ["-Y", "sign", "-n", "git", "-f", file]
        }
    }

    /// `gpg` may end well without a signature, and says so in its status lines.
    private func confirms(_ messages: String) -> Bool {
        if case .ssh = kind { return true }
        return messages.split(separator: "\n").contains { $0.hasPrefix("[GNUPG:] SIG_CREATED ") }
    }

    private func said(_ messages: String) -> String {
        let lines = shownLines(messages).filter { !$0.hasPrefix("[GNUPG:]") }
        return lines.isEmpty ? "it gave no reason" : lines.joined(separator: "; ")
    }
}
