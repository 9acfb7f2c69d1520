import Reports
import Testing

@Suite struct OutputDestinationTests {
    private typealias Destination = OutputDestination<ReportFormat>

    private static let known = ReportFormat.allCases.map(\.rawValue)

    @Test(arguments: [
        ("text", OutputDestination<ReportFormat>(format: .text, file: nil)),
        ("json=-", OutputDestination(format: .json, file: nil)),
        ("sarif=out/a=b.sarif", OutputDestination(format: .sarif, file: "out/a=b.sarif")),
    ]) func `a format and a file are read`(
        _ argument: String, _ expected: OutputDestination<ReportFormat>
    )
        throws
    {
        #expect(try Destination(parsing: argument) == expected)
    }

    @Test(arguments: [
        (["xml"], OutputDestinationError.unknownFormat("xml", known: known)),
        ([""], .unknownFormat("", known: known)),
        (["JSON"], .unknownFormat("JSON", known: known)),
        (["json="], .missingFile(format: "json")),
        (["json", "text=-"], .sharedTarget(file: nil)),
        (["json=a", "sarif=a"], .sharedTarget(file: "a")),
    ])
    func `invalid destinations are refused`(_ arguments: [String], _ error: OutputDestinationError)
    {
        #expect(throws: error) { try Destination.destinations(parsing: arguments, fallback: .text) }
    }

    @Test func `text goes to standard output unless asked otherwise`() throws {
        let text = Destination(format: .text, file: nil)
        #expect(try Destination.destinations(parsing: [], fallback: .text) == [text])
        #expect(
            try Destination.destinations(parsing: ["text", "json=a"], fallback: .text).count == 2)
    }

    @Test func `an error names the known formats`() {
        #expect(
            OutputDestinationError.unknownFormat("xml", known: Self.known).description
                == "unknown output format `xml`; there are `text`, `compact`, `json`, `sarif`, "
                + "`github`, `gitlab`, `azure`, `junit`, `checkstyle`, `rdjsonl`, `markdown`")
    }
}
