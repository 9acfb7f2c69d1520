import Audit
import CheckPipeline
import Crypto
import Foundation
import TestSupport
import Testing

/// The page as text; what a browser makes of it is tested with the program.
@Suite struct AuditPageTests {
    /// Names that would end an element, an attribute or a script, or act on a reader.
    private static let hostile = [
        "<script>alert(1)</script>", "\" onmouseover=\"alert(1)", "' onclick='alert(1)",
        "</style><script>", "&lt;", "\u{202E}gnp", "</script><!--", "`<b>`",
    ]

    private func page(_ files: [String: String]) async throws -> String {
        AuditFiles.rendered(try await AuditFiles.audit(of: files), as: .html)
    }

    /// The kinds of tags, with their attributes and without the values of these.
    private func markup(_ page: String) -> Set<String> {
        Set(
            page.matches(of: /<[^>]*>/).map { match in
                String(match.0).replacing(/"[^"]*"/, with: "\"\"")
            })
    }

    @Test(arguments: hostile)
    func `hostile names stay plain text in the page`(_ name: String) async throws {
        let scalar = "\"" + name.replacing("\"", with: "\\\"") + "\""
        var known: Set<String> = []
        for example in ["healthy", "faulty"] {
            known.formUnion(markup(try await page(AuditFiles.example(example))))
        }
        let page = try await page(Self.files(named: scalar, at: name.replacing("/", with: "")))
        #expect(markup(page).subtracting(known) == [])
        let isReordered = page.contains("\u{202E}")
        #expect(!isReordered)
    }

    /// The name wherever a page shows one: for objects, policies and paths.
    private static func files(named name: String, at path: String) -> [String: String] {
        [
            "prod/\(path).yaml": AuditFiles.deployment("nginx:latest", name: name),
            "prod/\(path)-2.yaml": AuditFiles.deployment(name),
            "p.yaml": AuditFiles.policy(name, "1.x"),
            "q.yaml": AuditFiles.policy("other", "1.1.x"),
            "r.yaml": AuditFiles.repository("ghcr.io/org/web"),
        ]
    }

    @Test func `the page refers to nothing outside of itself`() async throws {
        let page = try await page(Self.files(named: "x", at: "x"))
        let references = page.matches(of: /\b(src|href|action)="(?!#)|url\(|@import|https?:/)
        #expect(references.map(\.0) == [])
        let isClosed = page.contains("content=\"default-src &#39;none&#39;;")
        #expect(isClosed)
    }

    @Test func `the security policy of the page allows its script`() async throws {
        let page = try await page([:])
        let script = try #require(page.firstMatch(of: /<script>((?s).*?)<\/script>/)).1
        let digest = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
        let isAllowed = page.contains("script-src &#39;sha256-\(digest)&#39;")
        #expect(isAllowed)
    }

    @Test func `every link leads to an element of the page`() async throws {
        let page = try await page(Self.files(named: "x", at: "x"))
        let links = page.matches(of: /href="#([^"]*)"/).map(\.1)
        #expect(links.count > 6)
        for link in links where !page.contains("id=\"\(link)\"") { Issue.record("\(link)") }
    }
}

/// The JSON of audits against its published schema, by an independent validator.
@Suite(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
struct AuditSchemaTests {
    private static let schema = PackageFolder.url
        .appending(path: "docs/schema/audit-v1.schema.json")

    private func document(_ example: String) async throws -> String {
        AuditFiles.rendered(
            try await AuditFiles.audit(of: try AuditFiles.example(example)), as: .json)
    }

    @Test(arguments: ["healthy", "faulty"])
    func `audits of the examples are valid by the schema`(_ example: String) async throws {
        #expect(try Python.schemaErrors(try await document(example), schema: Self.schema) == "")
    }

    @Test func `promotions are valid by the schema`() async throws {
        let files = [
            ".sluice.yaml": """
            version: 1
            environments:
              - { name: staging, paths: ["staging/**"] }
              - { name: production, paths: ["production/**"], promotesFrom: staging }
            """,
            "production/web.yaml": AuditFiles.deployment("web:1.0.0"),
            "staging/web.yaml": AuditFiles.deployment("web:1.1.0"),
        ]
        let document = AuditFiles.rendered(try await AuditFiles.audit(of: files), as: .json)
        #expect(try Python.schemaErrors(document, schema: Self.schema) == "")
        for key in ["promotions", "sourceBuilds", "state"] {
            let renamed = document.replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
            #expect(
                try Python.schemaErrors(renamed, schema: Self.schema).contains("required"))
        }
    }

    @Test(arguments: [
        "images", "unfollowedPolicies", "overridden", "overlaps", "first", "automated", "rules",
        "elsewhere", "environment", "notChecked", "source",
    ]) func `the schema refuses a renamed key`(_ key: String) async throws {
        let renamed = try await document("faulty")
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        let errors = try Python.schemaErrors(renamed, schema: Self.schema)
        #expect(errors.contains("required"))
    }
}
