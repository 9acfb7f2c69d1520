package import GitAccess

/// How commits are signed.
package enum SignatureForm: String, Hashable, Sendable {
    case openPGP = "gpg"
    case ssh

    var words: String { self == .ssh ? "SSH key file" : "OpenPGP key" }
}

/// The keys that there are, and when they are used.
package struct SigningChoice: Sendable {
    /// Of the command line: an id, or a file for SSH.
    package var givenKey: String?
    package var passphrase: [UInt8]?
    /// The user's own: `user.signingKey`, `gpg.format` and `commit.gpgSign`.
    package var ownKey: String?
    package var ownFormat: String?
    package var signsAlways: Bool

    package init(
        givenKey: String? = nil, passphrase: [UInt8]? = nil, ownKey: String? = nil,
        ownFormat: String? = nil, signsAlways: Bool = false
    ) {
        self.givenKey = givenKey
        self.passphrase = passphrase
        self.ownKey = ownKey
        self.ownFormat = ownFormat
        self.signsAlways = signsAlways
    }

    /// The key for an automation's commits; nil where they need none.
    ///
    /// A key that is given signs everything; the user's own what the user or the automation wants
    /// signed.
    ///
    /// - Parameter wanted: What the manifest asks for.
    package func key(for wanted: SignatureForm?) throws(AutomationObstacle) -> SigningKey? {
        guard wanted != nil || givenKey != nil || signsAlways else { return nil }
        let form = if let wanted { wanted } else { try ownForm() }
        if let givenKey { return key(givenKey, form) }
        guard let ownKey, try ownForm() == form else { throw .noKey(form) }
        guard form == .openPGP || !ownKey.isLiteralKey else {
            throw .unusableKey(
                "`user.signingKey` is the text of a key; `--signing-key` names its file")
        }
        return key(ownKey, form)
    }

    private func key(_ name: String, _ form: SignatureForm) -> SigningKey {
        switch form {
        case .openPGP: SigningKey(.openPGP(id: name), passphrase: passphrase)
        case .ssh: SigningKey(.ssh(file: name))
        }
    }

    private func ownForm() throws(AutomationObstacle) -> SignatureForm {
        switch ownFormat {
        case nil, "", "openpgp": .openPGP
        case "ssh": .ssh
        case let format?:
            throw .unusableKey("`gpg.format` is `\(format)`, and not `openpgp` or `ssh`")
        }
    }
}

extension String {
    /// Git takes the text of a public key in place of a file.
    fileprivate var isLiteralKey: Bool { hasPrefix("ssh-") || hasPrefix("key::") }
}
