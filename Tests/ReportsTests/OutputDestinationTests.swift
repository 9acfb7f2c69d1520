import Reports
import Testing

@Suite struct OutputDestinationTests {
    @Test(arguments: [
        ("text", OutputDestination(format: .text, file: nil)),
        ("json=-", OutputDestination(format: .json, file: nil)),
        ("sarif=out/a=b.sarif", OutputDestination(format: .sarif, file: "out/a=b.sarif")),
    ]) func formatAndFileAreRead(_ argument: String, _ expected: OutputDestination) throws {
        #expect(try OutputDestination(parsing: argument) == expected)
    }

    @Test(arguments: [
        (["xml"], OutputDestinationError.unknownFormat("xml")),
        ([""], .unknownFormat("")),
        (["JSON"], .unknownFormat("JSON")),
        (["json="], .missingFile(.json)),
        (["json", "text=-"], .sharedTarget(file: nil)),
        (["json=a", "sarif=a"], .sharedTarget(file: "a")),
    ]) func nonsenseIsRefused(_ arguments: [String], _ error: OutputDestinationError) {
        #expect(throws: error) { try OutputDestination.destinations(parsing: arguments) }
    }

    @Test func textGoesToStandardOutputUnlessAskedOtherwise() throws {
        let text = OutputDestination(format: .text, file: nil)
        #expect(try OutputDestination.destinations(parsing: []) == [text])
        #expect(try OutputDestination.destinations(parsing: ["text", "json=a"]).count == 2)
    }

    @Test func errorsNameTheFormatsThereAre() {
        #expect(
            OutputDestinationError.unknownFormat("xml").description
                == "unknown output format `xml`; there are `text`, `compact`, `json`, `sarif`")
    }
}
