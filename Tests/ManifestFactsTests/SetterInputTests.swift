import ManifestFacts
import Testing

/// Files that Flux's setters cannot read, because kyaml's reader refuses one of the documents.
@Suite struct SetterInputTests {
    private static let marker = "image: a:1 # {\"$imagepolicy\": \"ns:p\"}\n"

    private func input(_ text: String) -> SetterInput? {
        FileFacts(bytes: Array(text.utf8), role: .yaml).setterInput
    }

    @Test(
        arguments: [
            ("", nil),
            ("---\n", nil),
            ("# licence\n--- # comment\n", nil),
            ("--- {a: b}\n---\n", nil),
            ("a: b\n--- {a: b}\n---\n", .separator),
            ("- a\n---\n", .list),
            ("text\n---\n", .scalar),
            ("# nothing\n---\n", nil),
            ("metadata: a\n", .metadata),
            ("metadata: [a]\n", .metadata),
            ("metadata:\n", nil),
            ("metadata: {annotations: [a]}\n", .annotations),
            ("metadata: {annotations: }\n", nil),
            ("%YAML 1.2\n---\n", .directive),
        ] as [(String, SetterInput.Obstacle?)])
    func `a file with a document that Flux cannot read is skipped`(
        _ front: String, _ expected: SetterInput.Obstacle?
    ) {
        #expect(input(front + Self.marker)?.obstacle?.kind == expected)
    }

    @Test func `text in UTF 16 is skipped`() {
        let units = Array(Self.marker.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let facts = FileFacts(bytes: [0xFF, 0xFE] + units, role: .yaml)
        #expect(facts.setterInput?.obstacle?.kind == .encoding)
    }

    @Test(arguments: [
        ("kind: List\nitems:\n- ", true),
        ("---\nkind: List\nitems:\n- ", true),
        ("# comment\n---\nkind: List\nitems:\n- ", false),
        ("kind: DeploymentList\nitems:\n- ", false),
        ("kind: List\n", false),
    ])
    func `a lone List is recognised`(_ front: String, _ isLone: Bool) {
        #expect(input(front + Self.marker)?.isLoneList == isLone)
    }
}
