import Foundation
import RepositoryLinking
import TestSupport
import Testing

@testable import Receivers

struct ReceiverTableTests {
    @Test func `A Receiver is at the path that Flux gives it, and at no other`() {
        let table = Table(type: "generic").table
        #expect(table.entry(ofTarget: Table.path)?.receiver.name.description == "flux-system/rcv")
        #expect(table.entry(ofTarget: Table.path)?.isOpen == true)
        let others =
            ["?", "?a=b", "/", "%20"].map { Table.path + $0 } + [
                Table.path.uppercased(), "/" + Table.path, "", "/hook/",
                Table.path.replacing("f6", with: "%666"), String(repeating: "a", count: 100_000),
            ]
        for target in others { #expect(table.entry(ofTarget: target) == nil) }
    }

    @Test func `A newline at the end of the token changes the path`() {
        let table = Table(type: "generic", secrets: ["flux-system/hook/token": "tok\n"]).table
        #expect(table.entries.count == 1)
        #expect(table.entry(ofTarget: Table.path) == nil)
    }

    @Test(
        arguments: [
            ("generic", "", [:], "was not found"),
            ("generic", "", ["flux-system/hook/token": ""], "is empty"),
        ] as [(String, String, [String: String], String)])
    func `A Receiver without a token has no path and is told`(
        type: String, spec: String, secrets: [String: String], words: String
    ) {
        let table = Table(type: type, spec: spec, secrets: secrets).table
        #expect(table.entries.isEmpty)
        #expect(table.unserved.map(\.name) == ["flux-system/rcv"])
        #expect(table.unserved[0].problem.description.contains(words))
    }

    @Test(arguments: [
        ("generic", "  suspend: true\n", Table.everything),
        ("carrier-pigeon", "", Table.everything),
        ("gcr", "", Table.everything),
        ("generic", "", "  - {kind: ImageRepository, name: '*'}\n"),
        ("generic", "", "  - {kind: ImageRepository}\n"),
    ])
    func `A Receiver that is suspended or not ready answers 503`(
        type: String, spec: String, resources: String
    ) async {
        let table = Table(type: type, spec: spec, resources: resources)
        #expect(table.table.entries.map(\.isOpen) == [false])
        #expect(await table.answer()?.status == 503)
    }

    @Test func `An OIDC Receiver is at its computable path and not ready`() async {
        let table = Table(type: "generic-oidc", secrets: [:])
        #expect(table.table.entries.first?.problem == .unsupportedType)
        #expect(await table.answer()?.status == 503)
    }

    @Test func `Of two repositories with the same Receiver the first is called`() {
        var table = Table(type: "generic").table
        table.add(Table(type: "github").table)
        #expect(table.entries.map(\.receiver.type) == [.generic])
    }

    @Test func `Secrets are read from folders as Kubernetes mounts them`() throws {
        let folder = try TemporaryDirectory()
        let manager = FileManager.default
        func write(_ path: String, _ text: String) throws {
            let url = URL(filePath: folder.path).appending(path: path)
            try manager.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try write("ns/one/..2026/token", "first\n")
        try manager.createSymbolicLink(
            atPath: folder.path + "/ns/one/..data", withDestinationPath: "..2026")
        try manager.createSymbolicLink(
            atPath: folder.path + "/ns/one/token", withDestinationPath: "..data/token")
        try write("two/token", "second")
        try write("long/token", String(repeating: "x", count: 1 << 20 + 1))
        try write("secret", "outside")
        let secrets = SecretDirectory(folder.path)
        func read(_ name: String, _ key: String = "token") throws -> SecretReading {
            secrets.value(of: key, in: try #require(ObjectName("ns/\(name)")))
        }
        #expect(try read("one") == .value(SecretBytes(Array("first\n".utf8))))
        #expect(try read("two") == .value(SecretBytes(Array("second".utf8))))
        #expect(try read("three") == .absent)
        #expect(try read("..", "secret") == .absent)
        #expect(try read("one", "../../secret") == .absent)
        guard case .unreadable = try read("long") else {
            Issue.record("a long value was read")
            return
        }
        try write("two/token", "renewed")
        #expect(try read("two") == .value(SecretBytes(Array("renewed".utf8))))
    }

    @Test func `Secrets are read from variables`() throws {
        let secrets = SecretVariables(environment: [
            "SLUICE_SECRET_FLUX_SYSTEM__MY_HOOK__TOKEN": "t"
        ])
        let name = try #require(ObjectName("flux-system/my-hook"))
        #expect(secrets.value(of: "token", in: name) == .value(SecretBytes([0x74])))
        #expect(secrets.value(of: "other", in: name) == .absent)
        #expect("\(SecretBytes([0x74]))" == "(secret)")
    }
}
