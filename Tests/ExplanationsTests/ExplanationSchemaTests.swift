import Explanations
import Foundation
import Reports
import Rules
import TestSupport
import Testing

/// Every answer against its published schema, by an independent validator.
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
    func `explanations of patterns are valid by the schema`(_ pattern: String) throws {
        let explanation = PatternExplanation(of: pattern, extract: "$n", tags: Self.tags)
        #expect(try Self.errors(explanation) == "")
    }

    @Test(arguments: ["", "1.x", "nonsense"])
    func `explanations of ranges are valid by the schema`(_ range: String) throws {
        #expect(try Self.errors(RangeExplanation(of: range, tags: Self.tags)) == "")
    }

    @Test(arguments: [
        "policy: { alphabetical: {} }", "policy: { semver: { range: x y } }",
        "policy: { semver: { range: 1.x } }", "policy: {}", "policy: { numerical: {} }",
        "filterTags: { pattern: '(' }\npolicy: { numerical: {} }",
        "filterTags: { pattern: nothing }\npolicy: { numerical: {} }",
    ])
    func `explanations of policies are valid by the schema`(_ specification: String) async throws {
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
    func `explanations of places are valid by the schema`(_ image: String) async throws {
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
    func `explanations of messages are valid by the schema`(_ template: String) async throws {
        #expect(try Self.errors(MessageExplanation(ofTemplate: template)) == "")
        let explanation = try await MessageExplanationTests.explanation(
            MessageExplanation.Input(template: template))
        #expect(try Self.errors(explanation) == "")
    }

    @Test(arguments: [[], ["v1.0.0"], ["none"]])
    func `lists of objects are valid by the schema`(_ tags: [String]) async throws {
        #expect(try Self.errors(await ImageObjectsTests.objects(tags: tags)) == "")
        #expect(
            try Self.errors(await ImageObjectsTests.objects(.init(kinds: [.policy]))) == "")
    }

    @Test(arguments: [
        "repositories", "image", "tags", "selected", "updatePath", "suspended", "line",
    ])
    func `the schema of objects refuses a renamed key`(_ key: String) async throws {
        let document = json(try await ImageObjectsTests.objects())
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "get images").contains("required"))
    }

    @Test func `explanations of rules are valid by the schema`() throws {
        let rules = RuleDefinition.all
        #expect(try Self.errors(RuleList(of: rules)) == "")
        #expect(try Self.errors(RuleExplanation(of: rules[0])) == "")
    }

    @Test(arguments: ["valid", "error", "groupNames", "matched", "groups", "value", "tag"])
    func `the schema of patterns refuses a renamed key`(_ key: String) throws {
        let document = json(PatternExplanation(of: "a", tags: ["a"]))
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain pattern").contains("required"))
    }

    @Test(arguments: [
        "markers", "images", "notChecked", "outcome", "reading", "automations", "verdict",
        "repositories", "written", "reflectsDigest", "roots", "builder", "overridden", "kept",
    ])
    func `the schema of places refuses a renamed key`(_ key: String) async throws {
        let explanation = try await PlaceExplanationTests.explanation(
            of: "apps/web.yaml:8:1", in: PlaceExplanationTests.files, tag: "1.0.0")
        let document = json(explanation)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain place").contains("required"))
    }

    @Test(arguments: ["message", "error", "stage", "line", "column", "sample", "automation"])
    func `the schema of messages refuses a renamed key`(_ key: String) async throws {
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
    func `the schema of policies refuses a renamed key`(_ key: String) async throws {
        let files = ["a.yaml": PolicyExplanationTests.manifest("policy: { alphabetical: {} }")]
        let explanation = try await PolicyExplanationTests.explanation(in: files, tags: ["a"])
        let document = json(explanation)
            .replacingOccurrences(of: "\"\(key)\":", with: "\"\(key)2\":")
        #expect(try Self.errors(document, of: "explain policy").contains("required"))
    }
}
