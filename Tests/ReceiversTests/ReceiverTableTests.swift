import Foundation
import Receivers
import RepositoryLinking
import TestSupport
import Testing

@Suite struct ReceiverTableTests {
    // MARK: Paths

    @Test func `a receiver is at the path that Flux computes`() {
        let found = table(manifest(type: "generic")).receivers(at: hook)
        #expect(found.map(\.receiver.displayName) == ["flux-system/rcv"])
        #expect(found.first?.isClosed == false)
    }

    @Test(arguments: [
        hook + "/", hook + "?a=b", hook + "?", "/hook/%66" + hook.dropFirst(7), hook.uppercased(),
        String(hook.dropLast()), "/hook/", "", "http://example.com" + hook,
    ])
    func `any other target is no path`(_ target: String) {
        #expect(table(manifest(type: "generic")).receivers(at: target).isEmpty)
    }

    @Test func `a line break at the end of the token is part of the path`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("flux-system/webhook/token", "tok\n")
        let stored = ReceiverSecrets(directory: folder.path)
        #expect(table(manifest(type: "generic"), secrets: stored).receivers(at: hook).isEmpty)
        try folder.write("flux-system/webhook/token", "tok")
        let later = table(manifest(type: "generic"), secrets: stored)
        #expect(later.receivers(at: hook).count == 1)
    }

    @Test func `a changed Secret counts when the table reads it again`() throws {
        let folder = try TemporaryDirectory()
        let stored = ReceiverSecrets(directory: folder.path)
        let before = table(manifest(type: "generic"), secrets: stored)
        #expect(before.receivers.first?.problem != nil)
        try folder.write("webhook/token", "tok")
        #expect(before.receivers(at: hook).isEmpty)
        #expect(before.reading(stored).receivers(at: hook).count == 1)
    }

    @Test func `a Secret may be mounted as Kubernetes does it`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("flux-system/webhook/..2026_01/token", "tok")
        let files = FileManager.default
        let mount = "\(folder.path)/flux-system/webhook"
        try files.createSymbolicLink(
            atPath: "\(mount)/..data", withDestinationPath: "..2026_01")
        try files.createSymbolicLink(
            atPath: "\(mount)/token", withDestinationPath: "..data/token")
        let stored = ReceiverSecrets(directory: folder.path)
        #expect(table(manifest(type: "generic"), secrets: stored).receivers(at: hook).count == 1)
    }

    @Test(arguments: ["..", "../token", "..data", "a/b", "", ".", "tök"])
    func `names of keys lead nowhere else`(_ key: String) {
        #expect(SecretKey(namespace: "flux-system", name: "webhook", key: key) == nil)
        #expect(SecretKey(namespace: key, name: "webhook", key: "token") == nil)
    }

    @Test func `any key of any Secret can be asked for`() throws {
        let key = try #require(
            SecretKey(namespace: "apps", name: "git-login", key: ".dockerconfigjson"))
        #expect(key.variable == "SLUICE_SECRET_APPS__GIT_LOGIN___DOCKERCONFIGJSON")
        let stored = ReceiverSecrets(environment: [key.variable: "{}", "OTHER": "x"])
        #expect(stored.value(of: key) == .bytes(SecretBytes(Array("{}".utf8))))
    }

    @Test func `tables of several repositories answer at one path`() {
        let other = ReceiverTable(
            RepositoryModel(manifest(type: "generic")), repository: "other", secrets: secrets)
        let both = ReceiverTable(combining: [table(manifest(type: "generic")), other])
        #expect(both.receivers(at: hook).map(\.receiver.repository) == ["fleet", "other"])
    }

    @Test func `no dump of a table has a token or a path`() {
        var dumped = ""
        dump(table(manifest(type: "gcr")), to: &dumped)
        #expect(dumped.contains("rcv"))
        #expect(!dumped.contains("\"tok\"") && !dumped.contains("f6525b92"))
        #expect(!dumped.contains("gserviceaccount"))
    }

    // MARK: What is wrong

    static let broken: [(manifest: String, words: String)] = [
        (manifest(type: "generic-oidc"), "`generic-oidc` is not supported"),
        (manifest(type: "gitea"), "`gitea` is not a type of Receivers"),
        (
            manifest(type: "generic").replacing("    name: webhook", with: "    name: other"),
            "the Secret `flux-system/other` has no key `token`"
        ),
        (
            manifest(type: "generic").replacing("    name: webhook", with: "    name: ../webhook"),
            "has no key `token`"
        ),
        (
            manifest(type: "generic").replacing("  secretRef:\n    name: webhook", with: ""),
            "`spec.secretRef.name` is missing"
        ),
        (
            manifest(type: "generic").replacing("  namespace: flux-system", with: ""),
            "`metadata.namespace` is missing"
        ),
        (
            manifest(type: "generic").replacing("  resources:", with: "  other:"),
            "`spec.resources` is missing"
        ),
    ]

    @Test(arguments: broken)
    func `what is wrong with a receiver is said`(_ manifest: String, _ words: String) {
        let receiver = table(manifest).receivers.first
        #expect(receiver?.isClosed == true)
        #expect(receiver?.problem?.description.contains(words) == true)
    }

    @Test func `an empty token is refused`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("flux-system/webhook/token", "")
        let receiver = table(
            manifest(type: "github"), secrets: ReceiverSecrets(directory: folder.path)
        ).receivers.first
        #expect(receiver?.path == nil)
        #expect(receiver?.problem?.description.contains("is empty") == true)
    }

    @Test func `a Secret that is too long is refused`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("flux-system/webhook/token", String(repeating: "x", count: 70_000))
        let receiver = table(
            manifest(type: "github"), secrets: ReceiverSecrets(directory: folder.path)
        ).receivers.first
        #expect(receiver?.problem?.description.contains("longer than 65536 bytes") == true)
    }

    @Test func `without its email a receiver of Google keeps its path and is closed`() {
        let only = ReceiverSecrets(environment: [
            "SLUICE_SECRET_FLUX_SYSTEM__WEBHOOK__TOKEN": "tok"
        ])
        let found = table(manifest(type: "gcr"), secrets: only).receivers(at: hook)
        #expect(found.first?.isClosed == true)
    }

    @Test func `a suspended receiver is closed`() {
        let found = table(manifest(type: "generic", "  suspend: true")).receivers(at: hook)
        #expect(found.first?.isClosed == true)
        #expect(found.first?.problem == nil)
    }
}
