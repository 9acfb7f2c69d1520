import Foundation
import TestSupport
import Testing

/// The rules of swift-format that the sources follow.
@Suite struct FormatTests {
    private struct Configuration: Decodable {
        let rules: [String: Bool]
    }

    /// swift-format switches off each rule that a configuration does not name.
    @Test func `the configuration names every rule and switches off none of the defaults`() throws {
        let folder = try TemporaryDirectory()
        let run = try ProgramRun(
            "swift", ["format", "dump-configuration"], at: folder.path,
            environment: ProcessInfo.processInfo.environment)
        #expect(run.status == 0, "\(run.errors)")
        let defaults = try JSONDecoder().decode(Configuration.self, from: Data(run.output.utf8))
        let file = try Data(contentsOf: PackageFolder.url.appending(path: ".swift-format"))
        let ours = try JSONDecoder().decode(Configuration.self, from: file)
        #expect(Set(ours.rules.keys) == Set(defaults.rules.keys))
        #expect(defaults.rules.filter { $0.value && ours.rules[$0.key] != true }.isEmpty)
    }

    /// "What …", "Those …" and "Whoever …" make a reader guess the noun that is meant.
    @Test func `doc comments begin with the noun or verb that a reader looks for`() throws {
        let package = PackageFolder.url
        let files = try ["Sources", "Tests"].flatMap { directory in
            let paths = FileManager.default.enumerator(
                atPath: package.appending(path: directory).path)
            return try #require(paths).compactMap { ($0 as? String).map { "\(directory)/\($0)" } }
                .filter { $0.hasSuffix(".swift") }
        }
        #expect(files.count > 1000)
        for file in files {
            let text = try String(contentsOf: package.appending(path: file), encoding: .utf8)
            #expect(!text.contains(#/\/{3} (What|Those|Whoever) /#), "\(file)")
        }
    }
}
