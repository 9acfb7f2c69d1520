import Foundation
import GitAccess
import TestSupport
import Testing

struct CommitSignatureTests {
    private let fixture: GitFixture
    private let base: String

    init() throws {
        fixture = try GitFixture()
        base = try fixture.commit(["a.yaml": "a\n"])
    }

    private func commit(
        _ key: SigningKey, _ variables: [String: String] = [:]
    ) throws -> String {
        let writer = try CommitWriter(fixture.workspace(variables))
        return try writer.commit(
            tree: fixture.git("rev-parse", "HEAD^{tree}"), parents: [base], Writing.details(),
            signedWith: key)
    }

    // MARK: ssh-keygen

    private func makeKey(_ name: String, passphrase: String = "") throws -> String {
        let path = "\(fixture.home.path)/\(name)"
        try fixture.run("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", path)
        return path
    }

    @Test func `Git verifies an SSH signature`() throws {
        let key = try makeKey("key")
        let commit = try commit(SigningKey(.ssh(file: key)))
        let publicKey = try fixture.home.text(of: "key.pub")
        try fixture.home.write("signers", "flux@example.org \(publicKey)")
        try fixture.git("config", "gpg.ssh.allowedSignersFile", "\(fixture.home.path)/signers")
        #expect(try fixture.git("verify-commit", commit).contains("Good \"git\" signature"))
        try fixture.git("fsck", "--strict")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a locked or missing key is an error without a question`() throws {
        let key = try makeKey("key", passphrase: "secret")
        for file in [key, "\(fixture.home.path)/gone"] {
            let error = #expect(throws: GitWriteError.self) {
                try commit(SigningKey(.ssh(file: file)))
            }
            #expect(error?.description.hasPrefix("`ssh-keygen` did not sign the commit: ") == true)
        }
    }

    // MARK: gpg

    private func makeRing(passphrase: String) throws -> [String: String] {
        // The path of an agent's socket has to be short.
        let ring = "/tmp/sluice-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: ring, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
        try fixture.run(
            "gpg", "--homedir", ring, "--batch", "--quiet", "--pinentry-mode", "loopback",
            "--passphrase", passphrase, "--quick-generate-key", "Flux Bot <flux@example.org>",
            "ed25519", "sign")
        // Forgets the passphrase.
        try fixture.run("gpgconf", "--homedir", ring, "--kill", "gpg-agent")
        return ["GNUPGHOME": ring]
    }

    private func remove(_ ring: [String: String]) throws {
        guard let path = ring["GNUPGHOME"] else { return }
        try fixture.run("gpgconf", "--homedir", path, "--kill", "all")
        try FileManager.default.removeItem(atPath: path)
    }

    @Test(arguments: ["", "pa ss'wörd"])
    func `Git verifies an OpenPGP signature`(_ passphrase: String) throws {
        let ring = try makeRing(passphrase: passphrase)
        defer { try? remove(ring) }
        let key = SigningKey(
            .openPGP(id: "flux@example.org"),
            passphrase: passphrase.isEmpty ? nil : Array(passphrase.utf8))
        let commit = try commit(key, ring)
        let ringPath = try #require(ring["GNUPGHOME"])
        let verified = try fixture.run(
            "env", "GNUPGHOME=\(ringPath)", "git", "verify-commit", commit)
        #expect(verified.contains("Good signature from \"Flux Bot <flux@example.org>\""))
        try fixture.git("fsck", "--strict")
    }

    @Test func `a wrong passphrase and an unknown key are reported`() throws {
        let ring = try makeRing(passphrase: "right")
        defer { try? remove(ring) }
        let wrong = SigningKey(.openPGP(id: "flux@example.org"), passphrase: Array("wr0ng".utf8))
        let unknown = SigningKey(.openPGP(id: "eve@example.org"))
        for (key, word) in [(wrong, "Bad passphrase"), (unknown, "No secret key")] {
            let error = #expect(throws: GitWriteError.self) { try commit(key, ring) }
            let text = error?.description ?? ""
            #expect(text.contains(word))
            #expect(!text.contains("wr0ng"))
        }
    }

    @Test func `the program is the one that the user configured`() throws {
        try fixture.git("config", "gpg.program", "no-such-gpg")
        #expect(
            throws: GitWriteError.unsigned(program: "no-such-gpg", message: "it is not on `PATH`")
        ) {
            try commit(SigningKey(.openPGP(id: "x")))
        }
    }
}
