import Explanations
import Foundation
import Reports
import Rules
import TestSupport
import Testing

/// Every answer against its published schema, by an independent judge.
@Suite(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
struct ExplanationSchemaTests {
    private static func errors(_ explanation: some Answer) throws -> String {
        try errors(json(explanation), of: type(of: explanation).command)
    }

    private static func errors(_ document: String, of command: String) throws -> String {
        let name = command.replacingOccurrences(of: " ", with: "-")
        return try Python.schemaErrors(
            document,
            schema: PackageFolder.url.appending(path: "docs/schema/\(name)-v1.schema.json"))
    }

    /// Tags that a schema, a reader or a terminal might stumble over.
    private static let tags = ["v1.0.0", "v\u{1B}[0m", "日本\u{202E}", "\"\\", " "]

    @Test(arguments: ["", "(", "^v(?P<n>[0-9])(x)?", "é("])
    func `patterns keep the schema`(_ pattern: String) throws {
        let explanation = PatternExplanation(of: pattern, extract: "$n", tags: Self.tags)
        #expect(try Self.errors(explanation) == "")
    }

    @Test(arguments: ["", "1.x", "nonsense"])
    func `ranges keep the schema`(_ range: String) throws {
        #expect(try Self.errors(RangeExplanation(of: range, tags: Self.tags)) == "")
    }

    @Test(arguments: [
        "policy: { alphabetical: {} }", "policy: { semver: { range: x y } }",
        "policy: { semver: { range: 1.x } }", "policy: {}", "policy: { numerical: {} }",
        "filterTags: { pattern: '(' }\npolicy: { numerical: {} }",
        "filterTags: { pattern: nothing }\npolicy: { numerical: {} }",
    ])
    func `policies keep the schema`(_ specification: String) async throws {
        let files = [
            "a.yaml": PolicyExplanationTests.manifest(specification, namespace: nil),
            "b.yaml": PolicyExplanationTests.manifest(specification),
        ]
        for tags in [nil, [], Self.tags] {
            let explanation = try await PolicyExplanationTests.explanation(in: files, tags: tags)
            #expect(try Self.errors(explanation) == "")
        }
    }

    @Test(arguments: [
        PlaceExplanationTests.marker, "nginx:latest # $imagepolicy: x",
        #"1.2 # {"$imagepolicy": "apps:web:digest"}"#, #"a # {"$imagepolicy": "${x}:web"}"#,
        #"a # {"$imagepolicys": "apps:web"}"#, "\"${a}\"",
    ])
    func `places keep the schema`(_ image: String) async throws {
        let files = PlaceExplanationTests.files([
            "apps/web.yaml": PlaceExplanationTests.deployment(image)
        ])
        for tag in [nil] + Self.tags {
            let explanation = try await PlaceExplanationTests.explanation(
                of: "apps/web.yaml:8", in: files, tag: tag)
            #expect(try Self.errors(explanation) == "")
        }
    }

    @Test(arguments: ["", "{{", "{{ .Updated }}", "{{ trunc 1 \"é\" }}", "{{ .Nope }}"])
    func `messages keep the schema`(_ template: String) async throws {
        #expect(try Self.errors(MessageExplanation(ofTemplate: template)) == "")
        let explanation = try await MessageExplanationTests.explanation(
            MessageExplanation.Input(template: template))
        #expect(try Self.errors(explanation) == "")
    }

    @Test(arguments: [[], ["v1.0.0"], ["none"]])
    func `objects keep the schema`(_ tags: [String]) async throws {
        #expect(try Self.errors(await ImageObjectsTests.objects(tags: tags)) == "")
        #expect(
            try Self.errors(await ImageObjectsTests.objects(.init(kinds: [.policy]))) == "")
    }

    @Test(arguments: [
        "repositories", "image", "tags", "selected", "updatePath", "suspended", "line",
    ])
    func `object schema refuses a renamed key`(_ key: String) async throws {
        let document = json(try await ImageObjectsTests.objects())
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "get images").contains("required"))
    }

    @Test func `rules keep the schema`() throws {
        let rules = RuleDefinition.all
        #expect(try Self.errors(RuleList(of: rules)) == "")
        #expect(try Self.errors(RuleExplanation(of: rules[0])) == "")
    }

    @Test(arguments: ["valid", "error", "groupNames", "matched", "groups", "value", "tag"])
    func `pattern schema refuses a renamed key`(_ key: String) throws {
        let document = json(PatternExplanation(of: "a", tags: ["a"]))
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain pattern").contains("required"))
    }

    @Test(arguments: [
        "markers", "images", "notChecked", "outcome", "reading", "automations", "verdict",
        "repositories", "written", "reflectsDigest", "roots", "builder", "overridden", "kept",
    ])
    func `place schema refuses a renamed key`(_ key: String) async throws {
        let explanation = try await PlaceExplanationTests.explanation(
            of: "apps/web.yaml:8:1", in: PlaceExplanationTests.files, tag: "1.0.0")
        let document = json(explanation)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain place").contains("required"))
    }

    @Test(arguments: ["message", "error", "stage", "line", "column", "sample", "automation"])
    func `message schema refuses a renamed key`(_ key: String) async throws {
        let explanation = try await MessageExplanationTests.explanation(
            MessageExplanation.Input(template: "{{"))
        let document = json(explanation)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain message").contains("required"))
    }

    @Test(arguments: [
        "namespace", "line", "environments", "selected", "error", "kept", "reason", "tied",
        "samples", "crossings",
    ])
    func `policy schema refuses a renamed key`(_ key: String) async throws {
        let files = ["a.yaml": PolicyExplanationTests.manifest("policy: { alphabetical: {} }")]
        let explanation = try await PolicyExplanationTests.explanation(in: files, tags: ["a"])
        let document = json(explanation)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain policy").contains("required"))
    }
}
