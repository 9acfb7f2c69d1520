import CheckPipeline
import Foundation
import Reports
import Rules
import SourceText
import Synchronization
import TestSupport
import Testing

@testable import LanguageServer

/// The order of received and sent messages, on a repository in memory.
@Suite struct LanguageSessionTests {
    /// The messages that a session sent.
    private final class Said: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        func hear(_ more: [UInt8]) { bytes.withLock { $0 += more } }

        func messages() throws -> [[String: Any]] {
            var framing = MessageFraming()
            framing.append(bytes.withLock { $0 })
            var messages: [[String: Any]] = []
            while let body = try framing.next() {
                let object = try JSONSerialization.jsonObject(with: Data(body))
                messages.append(try #require(object as? [String: Any]))
            }
            return messages
        }
    }

    private let said = Said()
    private let session: LanguageSession

    init() {
        let said = said
        let files = ["web.yaml": Array(Manifest.pod("nginx:1.27.3").utf8)]
        session = LanguageSession(
            ServerSetting(
                tool: ToolIdentity(name: "sluice", version: "0"),
                check: RepositoryCheck(rules: allRules, workerCount: 1),
                findRepository: { _ in
                    FoundRepository(root: "/fleet") { Snapshot(files: files) }
                }), write: said.hear)
    }

    private func tell(_ id: Int? = nil, _ method: String, _ parameters: [String: Any]) async throws
    {
        var message: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": parameters]
        message["id"] = id
        await session.receive(Array(try JSONSerialization.data(withJSONObject: message)))
    }

    private func begin() async throws {
        try await tell(1, "initialize", ["rootUri": "file:///fleet", "capabilities": [:]])
        try await tell(nil, "initialized", [:])
    }

    private static let document = ["uri": "file:///fleet/web.yaml"]

    private func hoverOverImage(_ id: Int) async throws {
        try await tell(
            id, "textDocument/hover",
            ["textDocument": Self.document, "position": ["line": 6, "character": 16]])
    }

    private func answer(to id: Int) throws -> [String: Any]? {
        try said.messages().first { $0["id"] as? Int == id }
    }

    private func open(_ text: String) async throws {
        let document: [String: Any] = [
            "uri": "file:///fleet/web.yaml", "languageId": "yaml", "version": 1, "text": text,
        ]
        try await tell(nil, "textDocument/didOpen", ["textDocument": document])
    }

    private func write(_ text: String, version: Int) async throws {
        let document: [String: Any] = ["uri": "file:///fleet/web.yaml", "version": version]
        try await tell(
            nil, "textDocument/didChange",
            ["textDocument": document, "contentChanges": [["text": text]]])
    }

    private struct Shown: Equatable {
        let version: Int?
        let rules: [String]
    }

    private func shown() throws -> [Shown] {
        try said.messages().compactMap { message in
            guard message["method"] as? String == "textDocument/publishDiagnostics",
                let parameters = message["params"] as? [String: Any],
                let list = parameters["diagnostics"] as? [[String: Any]]
            else { return nil }
            return Shown(
                version: parameters["version"] as? Int,
                rules: list.compactMap { $0["code"] as? String })
        }
    }

    private func wait(until isThere: () throws -> Bool) async throws {
        for _ in 0..<2_000 {
            if try isThere() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("after 20 seconds: \(try said.messages())")
    }

    @Test func `the first answer is that to initialize`() async throws {
        try await begin()
        try await wait { try !said.messages().isEmpty }
        let first = try #require(try said.messages().first)
        #expect(first["id"] as? Int == 1 && first["result"] != nil)
    }

    @Test func `findings come in the order of the edits`() async throws {
        try await begin()
        try await open(Manifest.pod("nginx:1.27.3"))
        try await wait { try !shown().isEmpty }
        for version in 2...300 {
            try await write(
                Manifest.pod(version.isMultiple(of: 2) ? "nginx" : "nginx:latest"), version: version
            )
            if version.isMultiple(of: 7) { try await Task.sleep(for: .milliseconds(1)) }
        }
        try await wait { try shown().last?.version == 300 }
        for shown in try shown() {
            let version = try #require(shown.version)
            let expected =
                version == 1
                ? [] : [version.isMultiple(of: 2) ? "image-untagged" : "image-latest-tag"]
            #expect(shown.rules == expected, "version \(version)")
        }
        let versions = try shown().compactMap(\.version)
        #expect(versions == versions.sorted())
    }

    /// A hover waits for the check of the whole repository, which has to confirm the quick check of
    /// the file.
    @Test func `findings that are shown at once are confirmed`() async throws {
        try await begin()
        try await open(Manifest.pod("nginx:1.27.3"))
        try await wait { try !shown().isEmpty }
        try await write(Manifest.pod("nginx:latest"), version: 2)
        try await wait { try shown().last?.version == 2 }
        try await hoverOverImage(2)
        try await wait { try answer(to: 2) != nil }
        let confirmed = try shown().filter { $0.version == 2 }
        #expect(confirmed.allSatisfy { $0.rules == ["image-latest-tag"] })
    }

    @Test func `a question is answered for the text that was sent before it`() async throws {
        try await begin()
        try await open(Manifest.pod("nginx:1.27.3"))
        try await write(Manifest.pod("nginx:1.28.0"), version: 2)
        try await hoverOverImage(2)
        try await write(Manifest.pod("nginx:1.29.0"), version: 3)
        try await wait { try answer(to: 2) != nil }
        let hover = try #require(try answer(to: 2)?["result"] as? [String: [String: String]])
        let text = hover["contents"]?["value"] ?? ""
        #expect(text.contains("nginx:1.28.0") || text.contains("nginx:1.29.0"), "\(text)")
    }

    @Test func `a closed document is shown empty and never again`() async throws {
        try await begin()
        try await open(Manifest.pod("nginx"))
        try await wait { try shown().last?.rules == ["image-untagged"] }
        try await write(Manifest.pod("nginx:latest"), version: 2)
        try await tell(nil, "textDocument/didClose", ["textDocument": Self.document])
        try await Task.sleep(for: .milliseconds(600))
        #expect(try shown().last == Shown(version: nil, rules: []))
    }
}
