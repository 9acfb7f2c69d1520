import Foundation
import TestSupport
import Testing

/// The documents: their commands run, and their links lead somewhere.
@Suite struct DocumentationTests {
    private static let files = ["README.md"] + pages("docs").map { "docs/\($0)" }
    private static let walkthroughs = [
        "docs/promotion.md", "docs/serve.md", "docs/update-walkthrough.md",
    ]

    private static func pages(_ folder: String) -> [String] {
        let path = PackageFolder.url.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: PackageFolder.url.appending(path: file), encoding: .utf8)
    }

    /// The blocks of shell that have no comment in front that says why they do not run.
    private func commands(in file: String) throws -> [String] {
        let text = try text(of: file)
        let blocks = text.matches(of: /(?s)(<!-- not run: [^\n]+ -->\n+)?```sh\n(.*?)\n```/)
        let fences = text.matches(of: /```sh/)
        #expect(blocks.count == fences.count, "\(file)")
        return blocks.filter { $0.1 == nil }.map { String($0.2) }
    }

    /// The paths of the files that are linked, and the links as they are written.
    private func links(in file: String) throws -> [(path: String, text: String)] {
        try text(of: file).matches(of: /\]\(([^)\s:#]+)(#[^)]*)?\)/)
            .map { (String($0.1), String($0.0)) }
    }

    /// The pages whose sections are linked, the sections, and the links as they are written.
    private func sectionLinks(
        in file: String
    ) throws -> [(path: String, section: String, text: String)] {
        try text(of: file).matches(of: /\]\(([^)\s:#]+\.md)#([^)]*)\)/)
            .map { (String($0.1), String($0.2), String($0.0)) }
    }

    /// The tests below go through the parts of one document, which may have none of them.
    @Test func `the documents have commands and links`() throws {
        #expect(Self.files.count > 15)
        var counts = (commands: 0, links: 0, sectionLinks: 0)
        for file in Self.files where !Self.walkthroughs.contains(file) {
            counts.commands += try commands(in: file).count
            counts.links += try links(in: file).count
            counts.sectionLinks += try sectionLinks(in: file).count
        }
        #expect(counts.commands > 15)
        #expect(counts.links > 100)
        #expect(counts.sectionLinks > 15)
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
    /// blocks of a walk-through depend on each other, and have their own test.
    @Test(arguments: files.filter { !walkthroughs.contains($0) })
    func `the commands of a document run`(_ file: String) throws {
        for block in try commands(in: file) {
            let run = try fleet().shell("set -e\n\(block)")
            #expect(run.status == 0, "\(block)\n\(run.errors)")
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
        #expect(!words(shown.1).isEmpty)
        #expect(words(run.output).starts(with: words(shown.1)))
    }

    @Test(arguments: files) func `links lead to files`(_ file: String) throws {
        let folder = PackageFolder.url.appending(path: file).deletingLastPathComponent()
        for link in try links(in: file) {
            let target = folder.appending(path: link.path).path
            #expect(FileManager.default.fileExists(atPath: target), "\(link.text)")
        }
    }

    /// Sections are linked by their titles, as GitHub names them.
    @Test(arguments: files) func `links lead to sections`(_ file: String) throws {
        let folder = PackageFolder.url.appending(path: file).deletingLastPathComponent()
        for link in try sectionLinks(in: file) {
            let target = try String(
                contentsOf: folder.appending(path: link.path), encoding: .utf8)
            let names = target.matches(of: /(?m)^#+ (.*)$/).map { title in
                title.1.lowercased().replacing(" ", with: "-").replacing(/[^a-z0-9_-]/, with: "")
            }
            #expect(names.contains(link.section), "\(link.text)")
        }
    }

    @Test func `the README links every page`() throws {
        let text = try text(of: "README.md")
        let pages = Self.pages("docs")
        #expect(pages.count > 15)
        for page in pages { #expect(text.contains("(docs/\(page)"), "\(page)") }
    }
}
