import ManifestFacts
import SourceText
import Testing

/// The lines of the annotation `sluice.dev/hold`.
@Suite struct HoldFactTests {
    private static func facts(_ kind: String, _ annotation: String) -> [HoldFact] {
        let text = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: \(kind)
            metadata:
              name: web
              annotations:
            \(annotation)

            """
        return FileFacts(bytes: Array(text.utf8), role: .yaml).holds
    }

    private static let statements: [(HoldFact.Holder, String, HoldStatement.Measure, String?)] = [
        (
            .policy, #"pin 1.4.1 not 1.4.2 was ">=1.0.0": checkout fails"#,
            .pin(tag: "1.4.1", former: "\">=1.0.0\""), "1.4.2"
        ),
        (
            .policy, "pin v1 was '1.x: ''a''': why: because",
            .pin(tag: "v1", former: "'1.x: ''a'''"),
            nil
        ),
        (.policy, #"pin v1 was "a\"b: ": why"#, .pin(tag: "v1", former: #""a\"b: ""#), nil),
        (.policy, "pin v1 was 1.x - 2.x: why", .pin(tag: "v1", former: "1.x - 2.x"), nil),
        (
            .repository, "exclude 1.4.2 was absent: why", .exclude(tag: "1.4.2", wasAbsent: true),
            "1.4.2"
        ),
        (.repository, "exclude 1.4.2: why", .exclude(tag: "1.4.2", wasAbsent: false), "1.4.2"),
        (.automation, "suspend was absent: why", .suspend(former: nil), nil),
        (.automation, "suspend not 1.4.2 was false: why", .suspend(former: "false"), "1.4.2"),
    ]

    @Test(arguments: statements, ["", " (until 2026-12-01)"])
    func `a line is read and written alike`(
        _ statement: (HoldFact.Holder, String, HoldStatement.Measure, String?), _ end: String
    ) throws {
        let (holder, text, measure, badTag) = statement
        let line = text + end
        let facts = Self.facts(holder.rawValue, "    sluice.dev/hold: |\n      \(line)")
        let read = try #require(facts.first?.statement, "\(facts.map(\.reading))")
        #expect(facts.count == 1 && read.line == line)
        #expect(read.measure == measure && read.badTag == badTag)
        #expect(read.until == (end.isEmpty ? nil : "2026-12-01"))
        #expect(
            HoldStatement(measure, badTag: badTag, reason: read.reason, until: read.until) == read)
    }

    @Test(arguments: [
        ("ImagePolicy", "pinned 1.4.1: why", HoldFault.measure("pinned")),
        ("ImagePolicy", "pin: why", .noTag),
        ("ImagePolicy", "pin 1.4.1: why", .noFormerValue),
        ("ImagePolicy", "pin 1.4.1 was ': why", .noFormerValue),
        ("ImagePolicy", "pin 1.4.1 was 1.x", .noFormerValue),
        ("ImagePolicy", "pin 1.4.1 was 1.x: ", .noFormerValue),
        ("ImagePolicy", "pin 1.4.1 was '1.x' why", .noReason),
        ("ImagePolicy", "exclude 1.4.1: why", .wrongObject("exclude")),
        ("ImageRepository", "exclude 1.4.1: (until 2026-01-01)", .looseDay),
        ("ImageRepository", "exclude 1.4.1: why (until 2026-01-01) or later", .looseDay),
        ("ImageRepository", "suspend was absent: why", .wrongObject("suspend")),
        ("ImageUpdateAutomation", "suspend was true: why", .noFormerValue),
        ("ImageUpdateAutomation", "suspend: why", .noFormerValue),
    ])
    func `what is no hold has its fault`(_ kind: String, _ line: String, _ fault: HoldFault) {
        let facts = Self.facts(kind, "    sluice.dev/hold: |\n      \(line)\n      ")
        #expect(facts.map(\.reading) == [.failure(fault)])
    }

    @Test func `each line is a hold with its place, whatever the scalar's style`() {
        let lines = ["exclude 1: a", "exclude 2: b"]
        let block = Self.facts(
            "ImageRepository", "    sluice.dev/hold: |-\n      \(lines[0])\n\n      \(lines[1])")
        #expect(block.compactMap { $0.statement?.line } == lines)
        #expect(block[1].span.lowerBound > block[0].span.upperBound)
        let quoted = Self.facts(
            "ImageRepository", "    sluice.dev/hold: \"\(lines[0])\\n\(lines[1])\"")
        #expect(quoted.compactMap { $0.statement?.line } == lines)
        #expect(quoted[0].span == quoted[1].span)
    }

    @Test func `the holds of one object are limited`() {
        let lines = (0..<1000).map { "      exclude \($0): why" }.joined(separator: "\n")
        let facts = Self.facts("ImageRepository", "    sluice.dev/hold: |\n\(lines)")
        #expect(facts.count == 65 && facts[63].statement?.badTag == "63")
        #expect(facts[64].reading == .failure(.tooMany(limit: 64)))
    }

    @Test func `an object of another kind has no holds`() {
        #expect(Self.facts("Deployment", "    sluice.dev/hold: whatever").isEmpty)
    }

    @Test(arguments: ["two\nlines", "a day (until 2026-01-01)", "", "a\u{2028}b"])
    func `a reason that would be read as another one is none`(_ reason: String) {
        let hold = HoldStatement(
            .exclude(tag: "1", wasAbsent: false), badTag: nil, reason: reason, until: nil)
        #expect(hold == nil)
    }
}
