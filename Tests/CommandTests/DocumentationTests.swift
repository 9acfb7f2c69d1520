import Foundation
import TestSupport
import Testing

/// The documents: their commands run, and their links lead somewhere.
@Suite struct DocumentationTests {
    private static let files = ["README.md"] + pages("docs").map { "docs/\($0)" }

    private static func pages(_ folder: String) -> [String] {
        let path = PackageFolder.url.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: PackageFolder.url.appending(path: file), encoding: .utf8)
    }

    /// A copy of the healthy example, at the path and with the files and programs that the
    /// documents mention.
    private func fleet() throws -> GitFixture {
        let home = try TemporaryDirectory()
        let fixture = GitFixture(at: "src/fleet", in: home)
        try FileManager.default.createDirectory(
            atPath: fixture.path, withIntermediateDirectories: true)
        let example = PackageFolder.url.appending(path: "examples/healthy").path
        try fixture.run("cp", "-R", "\(example)/.", ".")
        let tags = "develop-v1.2.3-0123abc-1737360000\n1.2.3\n"
        let nothing = #"{"kind": "List", "items": []}"#
        for (file, text) in [
            ("tags.txt", tags), ("tags.json", #"{"schema": 1, "images": []}"#),
            ("policies.json", nothing), ("staging.json", nothing), ("production.json", nothing),
        ] { try fixture.write(file, text) }
        try fixture.git("init", "--quiet", "--initial-branch=main")
        try fixture.commit()
        try fixture.git("update-ref", "refs/remotes/origin/main", "HEAD")
        try fixture.putSluiceOnPath()
        try home.writeProgram("bin/kubectl", "#!/bin/sh\necho '\(nothing)'\n")
        try home.writeProgram("bin/crane", "#!/bin/sh\nprintf '\(tags)'\n")
        try home.writeProgram("bin/jq", "#!/bin/sh\nexec cat\n")
        return fixture
    }

    /// Blocks of shell run without a change.
    ///
    /// A comment in front may say why one does not: `<!-- not run: it needs a registry -->`. The
    /// blocks of the walk-through depend on each other, and have their own test.
    @Test(arguments: files.filter { $0 != "docs/update-walkthrough.md" })
    func `the commands of a document run`(_ file: String) throws {
        let pattern = /(?s)(<!-- not run: [^\n]+ -->\n+)?```sh\n(.*?)\n```/
        for block in try text(of: file).matches(of: pattern) where block.1 == nil {
            let run = try fleet().shell("set -e\n\(block.2)")
            #expect(run.status == 0, "\(block.2)\n\(run.errors)")
        }
    }

    /// Only words are compared, because the page breaks long lines.
    @Test func `the README shows the findings in its first file`() throws {
        func words(_ text: some StringProtocol) -> [Substring] {
            Substring(text).split(whereSeparator: \.isWhitespace)
        }
        let page = try text(of: "README.md")
        let file = try #require(page.firstMatch(of: /(?s)```yaml\n(.*?)```/))
        let shown = try #require(page.firstMatch(of: /(?s)```console\n\$ sluice check\n(.*?)```/))
        let fixture = try GitFixture(files: ["apps/web.yaml": String(file.1)])
        let run = try fixture.check()
        #expect(words(run.output).starts(with: words(shown.1)))
    }

    @Test(arguments: files) func `links lead to files`(_ file: String) throws {
        let folder = PackageFolder.url.appending(path: file).deletingLastPathComponent()
        for link in try text(of: file).matches(of: /\]\(([^)\s:#]+)(#[^)]*)?\)/) {
            let target = folder.appending(path: String(link.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(link.0)")
        }
    }

    /// Sections are linked by their titles, as GitHub names them.
    @Test(arguments: files) func `links lead to sections`(_ file: String) throws {
        let folder = PackageFolder.url.appending(path: file).deletingLastPathComponent()
        for link in try text(of: file).matches(of: /\]\(([^)\s:#]+\.md)#([^)]*)\)/) {
            let target = try String(
                contentsOf: folder.appending(path: String(link.1)), encoding: .utf8)
            let names = target.matches(of: /(?m)^#+ (.*)$/).map { title in
                title.1.lowercased().replacing(" ", with: "-").replacing(/[^a-z0-9_-]/, with: "")
            }
            #expect(names.contains(String(link.2)), "\(link.0)")
        }
    }

    @Test func `the README links every page`() throws {
        let text = try text(of: "README.md")
        for page in Self.pages("docs") { #expect(text.contains("(docs/\(page)"), "\(page)") }
    }
}
