import Foundation
import TestSupport
import Testing

/// Automations whose remotes or disks fail: the reason is reported, and nothing is half-done.
@Suite struct AutomationFaultTests {
    /// Expects that a run fails with these words, says no secret, and moves nothing.
    private func expectFailure(
        _ words: String, in scene: AutomationScene, hiding secret: String = "l0ve/lace",
        with variables: [String: String] = [:]
    ) throws {
        let before = try scene.remote.git("for-each-ref")
        let own = try scene.clone.git("for-each-ref")
        let run = try scene.update(with: variables)
        #expect(run.status == 1)
        #expect(run.output.contains("flux-system/images: failed: "), "\(run.output)")
        #expect(run.output.contains(words), "\(run.output)")
        #expect(!(run.output + run.errors).contains(secret))
        #expect(try scene.remote.git("for-each-ref") == before)
        #expect(try scene.clone.git("for-each-ref") == own)
        for repository in [scene.clone, scene.remote] { try repository.git("fsck", "--strict") }
    }

    /// Gives the repository another address, in the manifests and in the clone's settings.
    private func move(_ scene: AutomationScene, to url: String) throws {
        try scene.clone.git("remote", "set-url", "origin", "file://\(scene.remote.path)")
        try scene.clone.commit(["flux-system/sync.yaml": AutomationScene.source(url: url)])
        try scene.clone.git("push", "--quiet", "origin", "main")
        try scene.clone.git("remote", "set-url", "origin", url)
    }

    // MARK: The remote

    @Test func `the words of a remote's hook that rejects a push are shown`() throws {
        let scene = try AutomationScene()
        try scene.clone.home.writeProgram(
            "remote.git/hooks/pre-receive", "#!/bin/sh\necho 'frozen until Monday' >&2; exit 1\n")
        try expectFailure("pre-receive hook declined; frozen until Monday", in: scene)
    }

    @Test func `a missing remote is reported`() throws {
        let scene = try AutomationScene()
        try FileManager.default.moveItem(
            atPath: scene.remote.path, toPath: scene.remote.path + ".away")
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains("failed: `origin` is not a repository"), "\(run.output)")
    }

    @Test func `an expired token is reported and not shown`() throws {
        let scene = try AutomationScene()
        let server = try HTTPGitServer(folder: scene.clone.home.path)
        try move(scene, to: "http://ada:expired-token@127.0.0.1:\(server.port)/remote.git")
        try expectFailure(
            "`origin` does not accept the credentials", in: scene, hiding: "expired-token")
    }

    @Test(.enabled(if: SSHGitServer.isInstalled))
    func `a wrong key and an unknown server are reported`() throws {
        let scene = try AutomationScene()
        let server = try SSHGitServer()
        try move(scene, to: server.url(of: scene.remote))
        try expectFailure(
            "does not accept the credentials", in: scene,
            with: ["GIT_SSH_COMMAND": server.command(key: "stranger")])
        try expectFailure(
            "`known_hosts` does not vouch for", in: scene,
            with: ["GIT_SSH_COMMAND": server.command(knownHosts: "nobody-known")])
        let run = try scene.update(with: ["GIT_SSH_COMMAND": server.command()])
        #expect(run.status == 0, "\(run.output)")
    }

    // MARK: The clone

    @Test func `a broken message template is reported`() throws {
        let scene = try AutomationScene()
        try scene.pushFromElsewhere([
            "flux-system/images.yaml": AutomationScene.automation()
                .replacing(".AutomationObject }}", with: ".Gone }}")
        ])
        try expectFailure("its message template fails: ", in: scene)
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `a full or read-only disk is reported`() throws {
        let scene = try AutomationScene()
        let place = "\(scene.clone.path)/.git/objects"
        let away = "\(scene.clone.home.path)/objects"
        try FileManager.default.moveItem(atPath: place, toPath: away)
        let disk = try SmallDisk(at: place, filler: "filler")
        try scene.clone.run("cp", "-a", "\(away)/.", place)
        try disk.fill()
        try expectFailure("o space left on device", in: scene)
        try disk.free()
        try disk.remount("ro")
        try expectFailure("ead-only file system", in: scene)
        try disk.remount("rw")
        #expect(try scene.update().status == 0)
    }

    // MARK: Signatures

    @Test func `commits are signed with an SSH key`() throws {
        let scene = try AutomationScene(
            git: "\n      signingKey: { type: ssh, secretRef: { name: key } }")
        let key = "\(scene.clone.home.path)/key"
        try scene.clone.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
        let run = try scene.update("--signing-key", key)
        #expect(run.status == 0, "\(run.output)")
        let publicKey = try scene.clone.home.text(of: "key.pub")
        try scene.clone.home.write("signers", "fluxcdbot@example.org \(publicKey)")
        try scene.clone.git(
            "config", "gpg.ssh.allowedSignersFile", "\(scene.clone.home.path)/signers")
        #expect(
            try scene.clone.git("verify-commit", "origin/main").contains("Good \"git\" signature"))
        try scene.setTags(["web": ["1.2.0"]])
        try scene.clone.git("config", "gpg.format", "ssh")
        try scene.clone.git("config", "user.signingkey", key)
        #expect(try scene.update().status == 0)
        try scene.clone.git("verify-commit", "origin/main")
    }

    @Test func `commits are signed with an OpenPGP key and its passphrase is not shown`() throws {
        let scene = try AutomationScene()
        // The path of an agent's socket has to be short.
        let ring = "/tmp/sluice-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: ring, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer {
            _ = try? scene.clone.run("gpgconf", "--homedir", ring, "--kill", "all")
            try? FileManager.default.removeItem(atPath: ring)
        }
        try scene.clone.run(
            "gpg", "--homedir", ring, "--batch", "--quiet", "--pinentry-mode", "loopback",
            "--passphrase", "open sesame", "--quick-generate-key",
            "Flux Bot <fluxcdbot@example.org>", "ed25519", "sign")
        try scene.clone.run("gpgconf", "--homedir", ring, "--kill", "gpg-agent")
        let arguments = [
            "update", "--tags", "../tags.json", "--signing-key", "fluxcdbot@example.org",
            "--signing-passphrase", "env:PHRASE",
        ]
        for (phrase, status) in [("wrong word", Int32(1)), ("open sesame", 0)] {
            let run = try scene.clone.sluice(
                arguments, with: ["GNUPGHOME": ring, "PHRASE": phrase])
            #expect(run.status == status, "\(run.output)")
            #expect(!(run.output + run.errors).contains(phrase))
        }
        let verified = try scene.clone.run(
            "env", "GNUPGHOME=\(ring)", "git", "verify-commit", "origin/main")
        #expect(verified.contains("Good signature from \"Flux Bot <fluxcdbot@example.org>\""))
    }
}
