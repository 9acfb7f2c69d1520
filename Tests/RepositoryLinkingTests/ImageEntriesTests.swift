import Kustomize
import ManifestFacts
import SourceText
import Testing
import YAMLSyntax

/// Many entries of `images` are found by their names; the result is that of trying each in turn.
@Suite struct ImageEntriesTests {
    private static let entries: [ImageEntry] = {
        let renamed = "- {name: old, newName: app5}\n- {name: 'app-[0-9]', newTag: expression}\n"
        let text =
            renamed
            + (0..<20).map { "- {name: app\($0), newTag: v\($0)}\n" }.joined()
            + "- {name: app3, digest: 'sha256:abc'}\n"
        let file = ManifestFile(
            path: "images.yaml", facts: FileFacts(bytes: Array(text.utf8), role: .yaml))
        let root = try? YAMLStream(Array(text.utf8)).documents.first?.root
        return (root?.items.map(\.self) ?? []).compactMap { node in
            ImageEntry(.written(node, in: TextOrigin(file)))
        }
    }()

    @Test(arguments: [
        "old", "old:1.0", "app0", "app3:1.0", "app3@sha256:0123", "app7:1.0@sha256:0123", "app-7:2",
        "app20", "other/app1:1", "app1:5000/x", "",
    ])
    func `entries found by name give the result of trying each in turn`(reference: String) {
        #expect(Self.entries.count == 23)
        let location = SourceLocation(path: "app.yaml", span: SourceSpan(0, 1))
        var expected: RewrittenScalar?
        for entry in Self.entries {
            let new = entry.applied(
                to: expected?.text ?? reference, at: expected?.location ?? location,
                isPinned: expected?.isPinned ?? false)
            expected = new ?? expected
        }
        let found = ImageEntries(Self.entries).applied(
            to: reference, at: location, isPinned: false)
        #expect(found?.text == expected?.text)
        #expect(found?.location == expected?.location)
        #expect(found?.isPinned == expected?.isPinned)
        let isChanged = !["app20", "other/app1:1", "app1:5000/x", ""].contains(reference)
        #expect((found != nil) == isChanged)
    }
}
