import SourceText
import Testing

@testable import ManifestFacts

@Suite struct SuppressionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let comment: String
        /// `rules|reason|day`, the fault, or nil for a comment that is not meant as a suppression.
        let reading: String?

        var testDescription: String { comment }
    }

    static let cases: [Case] = [
        Case(comment: "# sluice: ignore[image-untagged] soon", reading: "image-untagged|soon|-"),
        Case(comment: "#sluice:ignore[a]soon", reading: "a|soon|-"),
        Case(comment: "## sluice:  ignore[ a ,b, ]  two words ", reading: "a b|two words|-"),
        Case(
            comment: "# sluice: ignore[a] soon (until 2027-01-01)", reading: "a|soon|2027-01-01"),
        Case(
            comment: "# sluice: ignore[a] see (#12) (until  next week)",
            reading: "a|see (#12)|next week"),
        Case(comment: "# sluice: ignore[a] until 1.5 is out", reading: "a|until 1.5 is out|-"),
        Case(comment: "# sluice: ignore[é] größer ]", reading: "é|größer ]|-"),
        Case(comment: "# sluice: ignore", reading: "noRules"),
        Case(comment: "# sluice: ignore image-untagged, soon", reading: "noRules"),
        Case(comment: "# sluice: ignore[] soon", reading: "noRules"),
        Case(comment: "# sluice: ignore[a soon", reading: "unclosedRules"),
        Case(comment: "# sluice: ignore[a]", reading: "noReason"),
        Case(comment: "# sluice: ignore[a] (until 2027-01-01)", reading: "noReason"),
        Case(comment: "# sluice: ignore[a] soon, until 2027-01-01", reading: "looseDay"),
        Case(comment: "# sluice: ignore[a] soon (until 2027-01-01).", reading: "looseDay"),
        Case(comment: "# sluice: ignored[a] soon", reading: #"opening("ignored")"#),
        Case(comment: "# sluice ignore[a] soon", reading: #"opening("ignore")"#),
        Case(comment: "# pinned # sluice: ignore[a] soon", reading: "notFirst"),
        Case(comment: "# sluice: the gate", reading: nil),
        Case(comment: "# sluices[0] are open", reading: nil),
        Case(comment: "# sluice", reading: nil),
        Case(comment: "# the annotation sluice.dev/ignore", reading: nil),
    ]

    @Test(arguments: cases)
    func `a comment is a suppression or has a fault`(_ example: Case) {
        let reading = SuppressionParser.reading(ofComment: Array(example.comment.utf8)[...])
        #expect(reading.map(Self.text) == example.reading)
    }

    private static func text(of reading: SuppressionReading) -> String {
        switch reading {
        case .malformed(let fault): return "\(fault)"
        case .statement(let statement):
            let rules = statement.rules.map(\.text).joined(separator: " ")
            return "\(rules)|\(statement.reason.text)|\(statement.until?.text ?? "-")"
        }
    }

    private static func facts(_ text: String) -> FileFacts {
        FileFacts(bytes: Array(text.utf8), role: .yaml)
    }

    /// The text of each suppression's scope, or its fault.
    private static func scopes(in text: String) -> [String] {
        facts(text).suppressions.map { fact in
            if case .malformed(let fault) = fact.reading { return "\(fault)" }
            return String(decoding: Array(text.utf8)[fact.scope.range], as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("image: a # sluice: ignore[r] x\nb: c\n", ["image: a # sluice: ignore[r] x"]),
        ("# sluice: ignore[r] x\nimage: a\nb: c\n", ["\nimage: a"]),
        ("# sluice: ignore[r] x\r\nimage: a\r\nb: c\r\n", ["\r\nimage: a"]),
        ("# sluice: ignore[r] x\n# words\nimage: a\n", ["\n# words\nimage: a"]),
        ("# sluice: ignore[r] x\n\nimage: a\n", [""]),
        ("image: a\n# sluice: ignore[r] x", [""]),
        (
            "# sluice: ignore[r] x\n# sluice: ignore[s] y\nimage: a\n",
            ["\n# sluice: ignore[s] y\nimage: a", "\nimage: a"]
        ),
        ("image: |  # sluice: ignore[r] x\n  a\n", ["image: |  # sluice: ignore[r] x"]),
        ("image: |\n  # sluice: ignore[r] x\n  a\n", []),
        ("image: '# sluice: ignore[r] x'\n", []),
    ]) func `a comment applies to its line or the one below`(_ text: String, _ scopes: [String]) {
        #expect(Self.scopes(in: text) == scopes)
    }

    private static let marker = #"# {"$imagepolicy": "flux-system:web"}"#

    @Test(arguments: [
        "image: a \(marker) # sluice: ignore[r] x\n",
        "image: a # sluice: ignore[r] x \(marker)\n",
        "args:\n  # sluice: ignore[r] x\n  \(marker)\n  - a\n",
        "args:\n  \(marker)\n  # sluice: ignore[r] x\n  - a\n",
        "args:\n  \(marker)\n  - a # sluice: ignore[r] x\n",
    ]) func `a suppression beside a marker is a fault`(_ text: String) {
        #expect(Self.scopes(in: text) == ["besideMarker"])
    }

    @Test(arguments: [
        "# sluice: ignore[r] x\nimage: a \(marker)\n",
        "args:\n  # sluice: ignore[r] x\n  - a \(marker)\n",
    ]) func `a suppression above the line of a marker keeps both`(_ text: String) {
        let facts = Self.facts(text)
        #expect(facts.suppressions.map { Self.text(of: $0.reading) } == ["r|x|-"])
        #expect(facts.markers.compactMap(\.liveSetter).count == 1)
    }

    @Test(arguments: [
        ("|\n      a: x\n\n      b: y (until 2027-01-01)\n", ["a|x|-", "b|y|2027-01-01"]),
        ("'a: x'\n", ["a|x|-"]), (#""a: x\nb: y""# + "\n", ["a|x|-", "b|y|-"]),
        ("a\n", ["noReason"]), ("|\n      a:\n      : x\n", ["noReason", "noRules"]),
        ("[]\n", []),
    ]) func `an annotation applies to its object`(_ value: String, _ readings: [String]) {
        let text = """
            kind: Pod
            metadata:
              annotations:
                sluice.dev/ignore: \(value)
            """
        let facts = Self.facts(text)
        #expect(facts.suppressions.map { Self.text(of: $0.reading) } == readings)
        #expect(facts.suppressions.allSatisfy { $0.form == .annotation && $0.scope.count > 9 })
    }

    @Test(arguments: ["# sluice: ignore[r] x\n", "metadata: {sluice.dev/ignore: x}\n"])
    func `a file with only a suppression is parsed`(_ text: String) {
        #expect(Self.facts(text).reading == .parsed)
    }
}
