import Foundation
import TestSupport
import Testing

/// The language server with the client of pytest-lsp instead of an editor.
///
/// The tests themselves are those of pytest in `EditorClient`.
@Suite(.enabled(if: Python.has("pytest_lsp"), "pytest-lsp is not installed"))
struct EditorTests {
    private static let folder = PackageFolder.url.appending(path: "Tests/CommandTests/EditorClient")
        .path
    private static let files =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.sorted() ?? []

    @Test(arguments: files)
    func `the language server passes the tests of pytest`(_ file: String) throws {
        let run = try Python.run(
            ["-m", "pytest", "\(Self.folder)/\(file)"],
            with: [
                "SLUICE": BuiltProgram.path, "PYTHONDONTWRITEBYTECODE": "1",
                "FAULTY_EXAMPLE": PackageFolder.url.appending(path: "examples/faulty").path,
            ])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    /// Only prints the numbers: they differ from machine to machine, so none of them fails the
    /// test.
    ///
    /// With `SLUICE_LONG_TESTS=1` they are those of 18,000 manifests, as the benchmark has them.
    @Test func `the benchmark measures keystrokes`() throws {
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

    @Test func `the tests of pytest are found`() {
        #expect(Self.files.count == 3)
    }
}
