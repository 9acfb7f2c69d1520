import SourceText
import Testing

@testable import ManifestFacts

/// Which documents of a bundle are passed over without being parsed.
@Suite struct DocumentScreenTests {
    private static let filler = String(repeating: "  # a long description\n", count: 200)
    private static let definition = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        spec: { image: [ }

        """ + filler
    private static let pod = """
        kind: Pod
        spec: { containers: [{ image: nginx }] }

        """

    private func facts(_ text: String) -> FileFacts {
        FileFacts(bytes: Array(text.utf8), role: .yaml)
    }

    @Test(arguments: [
        definition + "---\n" + pod,
        "---\n" + definition + "--- # next\n" + definition + "---\n" + pod + "---\n" + definition,
        "# licence\n\n" + definition + "---\r\n" + pod,
        pod + "---\nkind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\n" + filler,
    ])
    func `definitions are passed over`(_ text: String) {
        let facts = facts(text)
        #expect(facts.reading == .parsed)
        #expect(facts.images.map(\.text) == ["nginx"])
        #expect(
            facts.images.allSatisfy { image in
                String(decoding: facts.source[image.span.range], as: UTF8.self) == "nginx"
            })
    }

    /// The definition does not parse, so it shows whether it was looked at.
    @Test(arguments: [
        definition + "# {\"$imagepolicy\": \"a:b\"}\n---\n" + pod,
        "%YAML 1.1\n---\n" + definition + "\n%YAML 1.1\n---\n" + pod,
        "kind: Pod\n" + definition, "x: |\n kind: Pod\n" + definition,
        "x: \"\n" + definition + "\"\ny: [ }", definition.replacing("kind", with: " kind"),
        definition.replacing("apiextensions", with: "extensions"),
        definition.replacing("Definition", with: "Definitions"),
    ])
    func `documents that may be of another kind are parsed`(_ text: String) {
        #expect(facts(text).reading != .parsed)
    }

    @Test func `comments of definitions are not markers`() {
        let text = Self.definition + "# {\"$imagePolicy\": \"a:b\"}\n---\n" + Self.pod
        #expect(facts(text).markers.isEmpty)
    }
}
