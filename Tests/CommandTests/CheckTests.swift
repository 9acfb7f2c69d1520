import Foundation
import TestSupport
import Testing

/// The output and the exit status of a check.
@Suite struct CheckTests {
    @Test func `a check without findings writes only to standard error`() throws {
        let run = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:1.27.3")]).check()
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors == "no findings in 1 file\n")
    }

    @Test func `an error is reported and counted`() throws {
        let run = try GitFixture(files: ["apps/a.yaml": Manifest.pod("nginx:latest")]).check()
        #expect(run.status == 1)
        #expect(
            run.output == """
                apps/a.yaml:7:20: error: image `nginx:latest` has the tag `latest`: which build runs \
                depends on when a node pulls the image, and a revert in Git does not restore the \
                previous build; name a version or pin the digest [image-latest-tag]
                7 |     - image: nginx:latest
                  |                    ^^^^^^

                """)
        #expect(run.errors == "1 error in 1 file\n")
    }

    @Test func `a warning does not fail`() throws {
        let run = try GitFixture(files: ["a.yaml": Manifest.pod("golang:1.23")]).check()
        #expect(run.status == 0)
        #expect(run.findings == ["a.yaml:7:21 [image-floating-tag]"])
        #expect(run.errors == "1 warning in 1 file\n")
    }

    @Test func `items that are not checked are counted with their reasons`() throws {
        let files = ["a.yaml": Manifest.pod("nginx:${TAG}"), "b.yaml": "image: ]\n"]
        let run = try GitFixture(files: files).check()
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                no findings in 2 files
                2 items not checked:
                  1: not valid YAML: did not find expected node content
                  1: the image's tag is filled in by a template

                """)
    }

    @Test(arguments: [
        ("note", ["a.yaml:7:18 [image-latest-tag]", "b.yaml:7:21 [image-floating-tag]"]),
        ("warning", ["a.yaml:7:18 [image-latest-tag]", "b.yaml:7:21 [image-floating-tag]"]),
        ("error", ["a.yaml:7:18 [image-latest-tag]"]),
    ])
    func `the severity chooses the findings that the text shows`(
        _ severity: String, _ findings: [String]
    ) throws {
        let files = ["a.yaml": Manifest.pod("web:latest"), "b.yaml": Manifest.pod("golang:1.23")]
        let run = try GitFixture(files: files).check("--severity", severity)
        #expect(run.status == 1)
        #expect(run.findings == findings)
        let note = severity == "error" ? " (not shown without `--severity warning`)" : ""
        #expect(run.errors == "1 error, 1 warning\(note) in 2 files\n")
    }

    @Test func `severity does not hide from other formats`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("golang:1.23")])
        let run = try fixture.check("--severity", "error", "--output", "json")
        #expect(run.output.contains(#""rule":"image-floating-tag""#))
    }

    @Test func `no check changes the repository`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        try fixture.write("a.yaml", Manifest.pod("nginx"))
        try fixture.git("add", "a.yaml")
        try fixture.write("b.yaml", Manifest.pod("nginx"))
        // An index that a refresh would rewrite.
        try fixture.write("a.yaml", Manifest.pod("nginx"))
        var before = try fixture.state()
        for arguments in [
            ["check"], ["check", "--staged"], ["check", "--staged", "--all"],
            ["check", "--rev", "HEAD", "--output", "sarif"], ["hook", "run"],
        ] {
            #expect(try fixture.sluice(arguments + ["--no-cache"]).status == 1)
            #expect(try fixture.state() == before, "\(arguments)")
            #expect(try fixture.sluice(arguments).status == 1)
            let changed = try fixture.state().filter { before[$0.key] != $0.value }.keys.sorted()
            #expect(
                changed.allSatisfy { $0 == ".git" || $0.hasPrefix(".git/sluice") }, "\(changed)")
            try FileManager.default.removeItem(atPath: "\(fixture.path)/.git/sluice")
            before = try fixture.state()
        }
    }
}
