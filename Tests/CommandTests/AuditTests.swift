import Audit
import Foundation
import TestSupport
import Testing

/// `sluice audit`, as its users run it.
@Suite struct AuditTests {
    private func example(_ name: String) throws -> GitFixture {
        let fixture = try GitFixture()
        let source = PackageFolder.url.appending(path: "examples/\(name)").path
        try fixture.run("cp", "-R", "\(source)/.", ".")
        try fixture.commit()
        return fixture
    }

    @Test(arguments: ["healthy", "faulty"])
    func `the audit of an example is as recorded`(_ name: String)
        throws
    {
        let run = try example(name).sluice(["audit"])
        #expect(run.status == 0 && run.errors.isEmpty)
        try expect(run.output, isRecordedAs: "audit-\(name)")
    }

    @Test func `an audit succeeds whatever it finds`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        let run = try fixture.sluice([
            "audit", "--output", "text", "--output", "json=a.json", "--output", "html=a.html",
        ])
        #expect(run.status == 0)
        #expect(run.output.contains("1 error,"))
        let files = try ["a.json", "a.html"].map {
            try String(contentsOfFile: "\(fixture.path)/\($0)", encoding: .utf8)
        }
        #expect(files[0].contains(#""command":"audit""#))
        #expect(files[1].hasPrefix("<!DOCTYPE html>\n") && files[1].hasSuffix("</html>\n"))
    }

    @Test func `a commit is audited from a bare repository`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:1.27.0")])
        try fixture.commit(["a.yaml": Manifest.pod("nginx:1.28.0")])
        let bare = "\(fixture.home.path)/bare.git"
        try fixture.git(["clone", "--quiet", "--bare", fixture.path, bare], at: fixture.home.path)
        let run = try fixture.sluice(["audit", "-C", bare, "--rev", "HEAD~"])
        #expect(run.status == 0)
        #expect(run.output.contains("1.27.0") && !run.output.contains("1.28.0"))
    }

    @Test func `accepted findings are counted apart`() throws {
        let accepted = Manifest.pod("nginx:latest # sluice: ignore[image-latest-tag] on purpose")
        let fixture = try GitFixture(files: ["a.yaml": accepted])
        #expect(try fixture.sluice(["audit"]).output.contains("0 notes, 1 accepted\n"))
        let all = try fixture.sluice(["audit", "--no-ignores"])
        #expect(all.output.contains("1 error,"))
    }

    @Test(arguments: [
        (["--output", "sarif"], 64, "there are `text`, `json`, `html`"),
        (["--rev", "nowhere"], 2, "nowhere"), (["missing"], 2, "there is no file at `missing`"),
    ]) func `an audit that cannot be made says why`(
        _ arguments: [String], _ status: Int32, _ message: String
    ) throws {
        let run = try GitFixture(files: ["a.yaml": ""]).sluice(["audit"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message))
    }
}

/// The page in a browser.
@Suite(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
struct AuditPageInBrowserTests {
    /// The page of the faulty example; its directory exists as long as the value.
    private func page() throws -> Chromium.Page {
        let folder = PackageFolder.url.appending(path: "examples/faulty").path
        let fixture = try GitFixture()
        try fixture.run("cp", "-R", "\(folder)/.", ".")
        try fixture.commit()
        let run = try fixture.sluice(["audit", "--output", "html"])
        return try Chromium.Page(run.output)
    }

    @Test func `the filters appear and nothing else changes`() throws {
        let page = try page()
        let document = try page.document()
        #expect(document.contains("<form id=\"filters\">"))
        #expect(document.contains("<option value=\"2\">production</option>"))
        #expect(document.contains("href=\"#finding-0\""))
        #expect(
            document.contains("registry.example.com:5000/<wbr>tools/<wbr></span><b>cleanup</b>"))
        #expect(!document.contains("item\" hidden"))
        #expect(page.source.contains("<form id=\"filters\" hidden>"))
    }

    @Test func `filters hide the entries that do not match`() throws {
        // The page's security policy allows no other script, so the copy with one has no policy.
        let choice = """
            <script>
            const chosen = document.getElementById("filters");
            chosen.elements.text.value = "Podinfo";
            chosen.elements.severity.value = "2";
            chosen.dispatchEvent(new Event("input"));
            </script></body>
            """
        let copy = try page().source.replacing(/<meta http-equiv[^>]*>/, with: "")
            .replacing("</body>", with: choice)
        let document = try Chromium.Page(copy).document()
        let shown = try #require(document.firstMatch(of: /<output>(\d+) of (\d+) entries</))
        let (count, all) = try (#require(Int(shown.1)), #require(Int(shown.2)))
        #expect(count > 0 && count < all)
        #expect(document.matches(of: /class="item[^>]* hidden=""/).count == all - count)
    }

    @Test func `the page is drawn in light and in dark`() throws {
        let page = try page()
        let light = try page.picture(isDark: false)
        let dark = try page.picture(isDark: true)
        for picture in [light, dark] {
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // An empty page of this size is a few kilobytes.
            #expect(picture.count > 40_000)
        }
        #expect(light != dark)
    }
}
