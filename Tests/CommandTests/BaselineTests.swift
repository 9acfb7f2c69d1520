import Foundation
import TestSupport
import Testing

/// How a repository with many old findings adopts the check.
@Suite struct BaselineTests {
    private static let create = ["--baseline", "old.json", "--update-baseline", "--accept-new"]
    private static let update = ["--baseline", "old.json", "--update-baseline"]

    /// A repository with 200 findings, all in its baseline.
    private static func adopted() throws -> GitFixture {
        let files = (0..<200).map { ("apps/\($0).yaml", Manifest.pod("web-\($0):latest")) }
        let fixture = try GitFixture(files: Dictionary(uniqueKeysWithValues: files))
        let run = try fixture.sluice(["check"] + create)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(
            run.errors == """
                `old.json` holds 200 findings, 200 more
                no findings in 200 files, 200 in the baseline

                """)
        return fixture
    }

    private static func entries(of fixture: GitFixture) throws -> [String] {
        try String(contentsOfFile: "\(fixture.path)/old.json", encoding: .utf8)
            .split(separator: "\n").filter { $0.contains("fingerprint") }.map(String.init)
    }

    @Test func `with a baseline of 200 findings only the next one is shown`() throws {
        let fixture = try Self.adopted()
        #expect(try Self.entries(of: fixture).count == 200)
        #expect(try fixture.check("--baseline", "old.json").status == 0)

        // Lines move, and a document is added in front.
        try fixture.write("apps/7.yaml", "# moved\nkind: A\n---\n" + Manifest.pod("web-7:latest"))
        try fixture.write("apps/200.yaml", Manifest.pod("web-200:latest"))
        let run = try fixture.check("--baseline", "old.json")
        #expect(run.status == 1)
        #expect(run.findings == ["apps/200.yaml:7:22 [image-latest-tag]"])
        #expect(run.errors == "1 error in 202 files, 200 in the baseline\n")
    }

    @Test func `the baseline shrinks and does not grow by itself`() throws {
        let fixture = try Self.adopted()
        let before = try Self.entries(of: fixture)
        try fixture.write("apps/7.yaml", Manifest.pod("web-7:1.0.0"))
        try fixture.write("apps/200.yaml", Manifest.pod("web-200:latest"))
        let run = try fixture.sluice(["check"] + Self.update)
        #expect(run.status == 1)
        #expect(run.findings == ["apps/200.yaml:7:22 [image-latest-tag]"])
        #expect(run.errors.hasPrefix("`old.json` holds 199 findings, 1 fewer\n"))
        let after = try Self.entries(of: fixture)
        #expect(Set(before.map(Self.member)).subtracting(after.map(Self.member)).count == 1)
        #expect(after.count == 199)
        #expect(try fixture.sluice(["check"] + Self.create).status == 0)
        #expect(try Self.entries(of: fixture).count == 200)
    }

    /// An entry's line without the comma behind it.
    private static func member(_ line: String) -> String {
        line.hasSuffix(",") ? String(line.dropLast()) : line
    }

    @Test func `a missing baseline is created only on request`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        for arguments in [["--baseline", "old.json"], Self.update] {
            let run = try fixture.sluice(["check"] + arguments)
            #expect(run.status == 2)
            #expect(run.errors == "sluice: cannot read `old.json`: no such file or directory\n")
        }
    }

    @Test func `an error in the baseline has its location`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        try fixture.write("old.json", "{ \"version\": 1,\n  \"findings\": 7 }\n")
        let run = try fixture.check("--baseline", "old.json")
        #expect(run.status == 2)
        #expect(run.errors == "sluice: old.json:2:15: expected a list, found a number\n")
    }

    @Test(arguments: [
        (["--accept-new"], "--accept-new goes with --update-baseline"),
        (["--update-baseline"], "--update-baseline needs the file: --baseline FILE"),
        (update + ["apps"], "--update-baseline looks at everything"),
        (update + ["--rule", "image-untagged"], "--update-baseline looks at everything"),
        (update + ["--staged"], "--update-baseline looks at everything"),
    ])
    func `incomplete options of an update of the baseline are refused`(
        _ arguments: [String], _ message: String
    ) throws {
        let run = try GitFixture().sluice(["check"] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Error: \(message)"))
    }
}
