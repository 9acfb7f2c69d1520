import Foundation
import TestSupport
import Testing

/// The form of the sources: the rules of swift-format, comments and imports.
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

    /// A module that is imported but is not a dependency is found only in some builds.
    @Test func `every target depends on the modules that it imports and on no others`() throws {
        let package = PackageFolder.url
        let manifest = try String(
            contentsOf: package.appending(path: "Package.swift"), encoding: .utf8
        )
        .replacing(#/\.product\([^)]*\)/#, with: "")
        let targets = manifest.matches(of: #/name: "(\w+)",\s*dependencies: \[([^\]]*)\]/#)
        let modules = Set(
            manifest.matches(of: #/(?:arget|systemLibrary)\(\s*name: "(\w+)"/#).map { String($0.1) }
        )
        let importLine = #/(?m)^ *(?:@testable |package |public |private )?import (\w+)$/#
        #expect(targets.count > 40)
        for target in targets {
            let files = swiftFiles(in: ["Sources/\(target.1)", "Tests/\(target.1)"])
            if files.isEmpty { continue }
            var imported: Set<String> = []
            for file in files {
                let text = try String(contentsOf: package.appending(path: file), encoding: .utf8)
                imported.formUnion(text.matches(of: importLine).map { String($0.1) })
            }
            let declared = Set(target.2.matches(of: #/"(\w+)"/#).map { String($0.1) })
            // Tests run the program, and import nothing of it.
            #expect(
                declared.subtracting(["sluice"]) == imported.intersection(modules), "\(target.1)")
        }
    }

    /// "What …", "Those …" and "Whoever …" make a reader guess the noun that is meant.
    @Test func `doc comments begin with the noun or verb that a reader looks for`() throws {
        let files = swiftFiles(in: ["Sources", "Tests"])
        #expect(files.count > 1000)
        for file in files {
            let url = PackageFolder.url.appending(path: file)
            let text = try String(contentsOf: url, encoding: .utf8)
            #expect(!text.contains(#/\/{3} (What|Those|Whoever) /#), "\(file)")
        }
    }

    /// The paths of all Swift files below some directories, from the package's root.
    private func swiftFiles(in directories: [String]) -> [String] {
        directories.flatMap { directory in
            let paths = FileManager.default.enumerator(
                atPath: PackageFolder.url.appending(path: directory).path)
            return (paths?.allObjects ?? []).compactMap { $0 as? String }
                .filter { $0.hasSuffix(".swift") }.map { "\(directory)/\($0)" }
        }
    }
}
