import Foundation
import TestSupport
import Testing

/// Compares a text with the file `Golden/<name>.txt`, without empty lines; `RECORD=1` rewrites it.
func expect(
    _ text: String, isRecordedAs name: String, location: SourceLocation = #_sourceLocation
) throws {
    let golden = Golden(
        PackageFolder.url.appending(path: "Tests/CommandTests/Golden/\(name).txt"))
    let lines = text.split(separator: "\n").map(String.init)
    if Golden.isRecording {
        try golden.record(lines)
        Issue.record("recorded; compare without RECORD", sourceLocation: location)
    }
    #expect(lines == golden.lines, sourceLocation: location)
}
