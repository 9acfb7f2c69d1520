import ManifestFacts
import SourceText
import Testing

/// The facts of a marker, beyond whether it is live.
@Suite struct MarkerTests {
    private static let marker = #"# {"$imagepolicy": "ns:p"}"#

    private func markers(_ text: String, role: FileRole = .yaml) -> [MarkerFact] {
        FileFacts(bytes: Array(text.utf8), role: role).markers
    }

    @Test(arguments: [
        (#"{"$imagepolicy": "ns:p"}"#, SetterMarker.Field.image),
        (#"{"$imagepolicy": "ns:p:tag"}"#, .tag),
        (#"{"$imagepolicy": "ns:p:name"}"#, .name),
        (#"{"$imagepolicy": "ns:p:digest"}"#, .digest),
    ])
    func `fields are read`(_ comment: String, _ field: SetterMarker.Field) throws {
        let setter = try #require(markers("v: a # \(comment)").first?.liveSetter)
        #expect(setter.field == field)
        #expect(setter.policy == "ns:p")
        #expect("{\"$imagepolicy\": \"\(setter.text)\"}" == comment)
    }

    @Test func `a marker has the value and the object beside the comment`() throws {
        let text = "kind: A\nmetadata: {name: a}\n---\nkind: B\nv: 'x' \(Self.marker)\n"
        let marker = try #require(markers(text).first)
        #expect(marker.object?.kind == "B")
        #expect(text.slice(marker.target?.span) == "'x'")
        #expect(text.slice(marker.span) == Self.marker)
        #expect(marker.target?.plainType == nil)
    }

    @Test(arguments: ["", "\u{FEFF}"], ["\n", "\r\n"])
    func `encodings and line ends do not matter`(_ mark: String, _ lineEnd: String) throws {
        let lines = ["kind: A", "v:", "  - x", "  # {\"$imagepolicy\": \"ns:p\"}", "  - y", ""]
        let text = mark + lines.joined(separator: lineEnd)
        let marker = try #require(markers(text).first)
        #expect(marker.isSeen)
        #expect(marker.target?.text == "y")
        let wide = FileFacts(bytes: text.utf16LittleEndian, role: .yaml)
        #expect(wide.markers.first?.target?.text == "y")
    }

    @Test func `a comment beside an item hides the marker above`() throws {
        let marker = try #require(markers("v:\n  \(Self.marker)\n  - a:1 # note\n").first)
        #expect(!marker.isSeen)
        #expect(marker.hidingComment != nil)
        #expect(!marker.neighbourHasMarker)
    }

    @Test func `the comments of one block are one text`() throws {
        let marker = try #require(markers("v:\n  # note\n  \(Self.marker)\n  - a:1\n").first)
        #expect(!marker.isSeen)
        #expect(marker.isOneOfSeveralLines)
        #expect(marker.isLastLine)
    }

    @Test func `markers of inline patches are text only`() throws {
        let text = """
            kind: Kustomization
            patches:
              - patch: |
                  # \(Self.marker)
                  image: a:1 \(Self.marker)
            """
        let found = markers(text, role: .kustomization)
        #expect(found.map(\.placement) == [.inlinePatch])
        #expect(found.allSatisfy { $0.liveSetter == nil })
    }

    @Test func `text in a ConfigMap contains no marker`() {
        #expect(markers("kind: ConfigMap\ndata:\n  a: |\n    v: a:1 \(Self.marker)\n").isEmpty)
    }

    /// Flux reads only files that contain the word `$imagepolicy` in double quotes.
    @Test func `setters in other spellings need the word elsewhere in the file`() {
        let escaped = #"v: a:1 # {"\u0024imagepolicy": "ns:p"}"# + "\n"
        let long = ##"v: a:1 # {"$ref": "#/definitions/io.k8s.cli.setters.ns:p"}"## + "\n"
        for line in [escaped, long] {
            #expect(markers(line).isEmpty)
            #expect(markers("# \"$imagepolicy\"\n" + line).first?.liveSetter?.policy == "ns:p")
        }
    }

    @Test func `markers in text that does not parse are counted`() {
        let text = "{{- if .x }}\nimage: a:1 \(Self.marker)\n{{- end }}\n"
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        #expect(facts.reading == .template)
        #expect(facts.markers.isEmpty)
        #expect(facts.unreadMarkers.map { text.slice($0) } == [#""$imagepolicy": "ns:p"}"#])
    }
}

@Suite struct BareMarkerTests {
    private func facts(_ text: String) -> FileFacts {
        FileFacts(bytes: Array(text.utf8), role: .yaml)
    }

    @Test(
        arguments: [
            (#"v: a:1 {"$imagepolicy":"ns:web"}"#, MarkerReading.MarkerFault.noHash),
            (#"- a:1 {"$imagepolicy":"ns:web"}"#, .noHash),
            (#"v: a:1#{"$imagepolicy":"ns:web"}  "#, .noBlankBeforeHash),
        ])
    func `a marker without its hash is a part of the value`(
        line: String, fault: MarkerReading.MarkerFault
    ) throws {
        let marker = try #require(facts(line + "\n").markers.first)
        #expect(marker.reading == .malformed(fault))
        #expect(marker.meantSetter?.text == "ns:web" && marker.liveSetter == nil)
        #expect(marker.deployedTag == nil)
    }

    @Test(arguments: [
        #"v: a:1 {"$imagepolicy": "ns:web"}"#, #"v: "a:1" {"$imagepolicy": "ns:web"}"#,
        #"v: a:1#{"$imagepolicy": "ns:web"}"#,
    ])
    func `a marker without its hash that breaks the file is found`(line: String) throws {
        let facts = facts("a: 1\n\(line)\nb: 2\n")
        #expect(facts.bareMarkers.map(\.setter.text) == ["ns:web"])
        #expect(facts.markers.isEmpty)
    }

    @Test(
        arguments: [
            (#"v: {"$imagepolicy": "ns:web"}"#, "it is a mapping"),
            (#"v: 'a:1 {"$imagepolicy": "ns:web"}'"#, "it is in quotes"),
            (#"v: a:1 {"$imagepolicy": "ns:web"} and more"#, "text follows"),
            (#"v: a:1 # {"$imagepolicy": "ns:web"}"#, "it is a comment"),
            (#"v: a:1 {"$imagepolicy": "${ns}:web"}"#, "a variable"),
            ("v: a:1 {\"$imagepolicy\": \"ns:web\"}\n[", "something else breaks the file"),
            ("v: |\n  a:1 {\"$imagepolicy\": \"ns:web\"}", "it is text of a block"),
        ])
    func `other text is not a marker without its hash`(line: String, reason: String) {
        let facts = facts(line + "\n")
        #expect(facts.bareMarkers.isEmpty && facts.markers.allSatisfy { !$0.isBare }, "\(reason)")
    }
}
