import Foundation
import TestSupport
import Testing

/// The language server with the client of pytest-lsp in the place of an editor.
///
/// `EditorClient` holds the tests themselves, which are pytest's.
@Suite(.enabled(if: Python.has("pytest_lsp"), "pytest-lsp is not installed"))
struct EditorTests {
    private static let folder = PackageFolder.url.appending(path: "Tests/CommandTests/EditorClient")
        .path
    private static let files =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.sorted() ?? []

    @Test(arguments: files) func `an editor is served`(_ file: String) throws {
        let run = try Python.run(
            ["-m", "pytest", "\(Self.folder)/\(file)"],
            with: [
                "SLUICE": BuiltProgram.path, "PYTHONDONTWRITEBYTECODE": "1",
                "FAULTY_EXAMPLE": PackageFolder.url.appending(path: "examples/faulty").path,
            ])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    /// The numbers are in the report of the tests; machines differ, so nothing fails because of one.
    ///
    /// With `SLUICE_LONG_TESTS=1` they are those of 18,000 manifests, as the benchmark has them.
    @Test func `keystrokes are measured`() throws {
        let run = try ProgramRun(
            PackageFolder.url.appending(path: "Benchmarks/run").path,
            [
                "lsp", "--files", LongTests.areWanted ? "18000" : "400", "--sluice",
                BuiltProgram.path,
            ],
            at: PackageFolder.url.path, environment: ProcessInfo.processInfo.environment)
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("lsp ") }
        #expect(lines.count == 5)
        print(run.output)
    }

    @Test func `there are tests of the client`() {
        #expect(Self.files.count == 3)
    }
}
