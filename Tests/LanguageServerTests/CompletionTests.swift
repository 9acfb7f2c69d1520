import CheckPipeline
import Foundation
import Reports
import Rules
import SourceText
import Synchronization
import Testing

@testable import LanguageServer

/// Completion of a configuration, from the text that the editor has.
@Suite struct CompletionTests {
    private final class Said: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private func items(_ path: String, _ text: String, line: Int, character: Int) async throws
        -> [[String: Any]]
    {
        let said = Said()
        let session = LanguageSession(
            ServerSetting(
                tool: ToolIdentity(name: "sluice", version: "0"),
                check: RepositoryCheck(rules: [], workerCount: 1),
                findRepository: { _ in
                    FoundRepository(root: "/fleet") {
                        Snapshot(origin: .worktree, entries: []) { throw CancellationError() }
                    }
                }),
            write: { bytes in said.bytes.withLock { $0 += bytes } })
        let uri = "file:///fleet/\(path)"
        for (id, method, parameters) in [
            (1, "initialize", ["rootUri": "file:///fleet", "capabilities": [:]] as [String: Any]),
            (
                nil, "textDocument/didOpen",
                ["textDocument": ["uri": uri, "version": 1, "text": text]]
            ),
            (
                2, "textDocument/completion",
                [
                    "textDocument": ["uri": uri],
                    "position": ["line": line, "character": character],
                ]
            ),
        ] {
            var message: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": parameters]
            message["id"] = id
            await session.receive(Array(try JSONSerialization.data(withJSONObject: message)))
        }
        var framing = MessageFraming()
        framing.append(said.bytes.withLock { $0 })
        while let body = try framing.next() {
            let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            if object?["id"] as? Int == 2 {
                return try #require(object?["result"] as? [[String: Any]])
            }
        }
        Issue.record("there is no answer")
        return []
    }

    private static let text = """
        custom:
          - id: a
            on: policy
            require: { sel
        """

    @Test func `fields of a custom rule are offered with their meaning`() async throws {
        let items = try await items(".sluice.yaml", Self.text, line: 3, character: 18)
        let item = try #require(items.first { $0["label"] as? String == "selects" })
        #expect((item["detail"] as? String)?.contains("every tag") == true)
        let edit = try #require(item["textEdit"] as? [String: Any])
        #expect(edit["newText"] as? String == "selects: ")
        let range = try #require(edit["range"] as? [String: [String: Int]])
        #expect(range["start"] == ["line": 3, "character": 15])
        #expect(range["end"] == ["line": 3, "character": 18])
        #expect(!items.contains { $0["label"] as? String == "digest" })
    }

    @Test func `nothing is offered in other files`() async throws {
        #expect(try await items("apps/a.yaml", Self.text, line: 3, character: 18).isEmpty)
    }
}
