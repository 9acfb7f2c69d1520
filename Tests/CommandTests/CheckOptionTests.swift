import Foundation
import TestSupport
import Testing

/// Options of `check` that leave out, add or replace findings.
@Suite struct CheckOptionTests {
    private static let files = [
        "a.yaml": Manifest.pod("nginx:latest"), "b.yaml": Manifest.pod("nginx"),
        "c.yaml": Manifest.pod("golang:1.23"), "d.yaml": Manifest.pod("web:latest"),
    ]

    @Test(arguments: [
        (["--rule", "image-untagged"], ["b.yaml:7:14 [image-untagged]"], 1),
        (["--rule", "image-floating-tag"], ["c.yaml:7:21 [image-floating-tag]"], 0),
        (
            ["--rule", "image-untagged", "--rule", "image-floating-tag"],
            ["b.yaml:7:14 [image-untagged]", "c.yaml:7:21 [image-floating-tag]"], 1
        ),
        (
            ["--skip-rule", "image-latest-tag", "--skip-rule", "image-untagged"],
            ["c.yaml:7:21 [image-floating-tag]"], 0
        ),
    ]) func `rules narrow the report`(_ arguments: [String], _ findings: [String], _ status: Int)
        throws
    {
        let run = try GitFixture(files: Self.files).sluice(["check"] + arguments)
        #expect(run.findings == findings)
        #expect(Int(run.status) == status)
    }

    @Test func `an unknown rule is wrong usage`() throws {
        for option in ["--rule", "--skip-rule", "--add-ignores"] {
            let run = try GitFixture().check(option, "image-latests-tag")
            #expect(run.status == 64)
            #expect(
                run.errors.contains(
                    "there is no rule `image-latests-tag`; did you mean `image-latest-tag`?"))
        }
    }

    @Test func `a warning says that the selected rule is off`() throws {
        let run = try GitFixture(files: Self.files).check(
            "--rule", "policy-range-admits-prerelease")
        #expect(run.errors.hasPrefix("the rule `policy-range-admits-prerelease` is off"))
    }

    @Test(arguments: [
        (["--fail-on", "warning"], 1), (["--fail-on", "error"], 0), ([], 0),
        (["--fail-on", "warning", "--exit-zero"], 0),
    ])
    func `the option fail-on sets the severity that fails the check`(
        _ arguments: [String], _ status: Int
    ) throws {
        let fixture = try GitFixture(files: ["c.yaml": Manifest.pod("golang:1.23")])
        #expect(Int(try fixture.sluice(["check"] + arguments).status) == status)
    }

    @Test func `findings that fail the check are shown`() throws {
        let fixture = try GitFixture(files: ["examples/c.yaml": Manifest.pod("nginx:latest")])
        #expect(try fixture.check().findings.isEmpty)
        let run = try fixture.check("--fail-on", "note")
        #expect(run.status == 1)
        #expect(!run.findings.isEmpty)
        #expect(!run.errors.contains("not shown"))
        let chosen = try fixture.check("--fail-on", "note", "--severity", "warning")
        #expect(chosen.status == 1)
        #expect(chosen.findings.isEmpty && chosen.errors.contains("not shown"))
    }

    @Test(arguments: [
        ("[\"b/**\"]", "2 warnings in 4 files (1 excluded)\n"),
        ("[\"**\"]", CheckOptionTests.allExcluded),
        ("[\"*/*.yaml\"]", CheckOptionTests.allExcluded),
    ]) func `excluded files are counted`(_ globs: String, _ totals: String) throws {
        var files = ["a/a.yaml", "a/b.yaml", "b/c.yaml"].reduce(into: [:]) {
            $0[$1] = Manifest.pod("golang:1.23")
        }
        files[".sluice.yaml"] = "version: 1\nexclude: \(globs)\n"
        #expect(try GitFixture(files: files).check().errors == totals)
    }

    private static let allExcluded = """
        no findings in 4 files (all excluded)
        warning: `exclude` in the configuration takes every file, so nothing is reported

        """

    @Test(arguments: [
        ["scan", "--registry-auth", "ghcr.io=alice:wonder"], ["scan", "--registry-auth", "wonder"],
        ["scan", "--insecure-registry", "https://alice:wonder@registry.example"],
        ["update", "--signing-passphrase", "wonder"],
    ]) func `no error repeats a secret`(_ arguments: [String]) throws {
        let run = try GitFixture(files: Self.files).sluice(arguments)
        #expect(run.status == 64)
        #expect(!(run.output + run.errors).contains("wonder"))
        #expect(run.errors.contains("\(arguments[1]) takes "))
    }

    @Test func `the option exit-zero does not hide other failures`() throws {
        let fixture = try GitFixture(files: [".sluice.yaml": "version: 7"])
        #expect(try fixture.check("--exit-zero").status == 2)
    }

    @Test func `statistics count the findings instead of showing them`() throws {
        let run = try GitFixture(files: Self.files).check("--statistics")
        #expect(run.status == 1)
        #expect(
            run.output == """
                2  image-latest-tag
                1  image-floating-tag
                1  image-untagged

                """)
    }

    @Test func `the option quiet leaves only the findings`() throws {
        let run = try GitFixture(files: Self.files).check("--quiet")
        #expect(run.findings.count == 4)
        #expect(run.errors.isEmpty)
    }

    @Test func `the listed files are those that would be checked`() throws {
        let files = Self.files.merging([
            "x/e.yaml": "a: b", "README.md": "", "y/f.yaml": "a: b",
            ".sluice.yaml": "version: 1\nexclude: [\"x/**\"]",
        ]) { $1 }
        let fixture = try GitFixture(files: files)
        let run = try fixture.check("--list-files")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == ".sluice.yaml\na.yaml\nb.yaml\nc.yaml\nd.yaml\ny/f.yaml\n")
        #expect(try fixture.check("--list-files", "y").output == "y/f.yaml\n")
    }

    @Test func `the configuration is shown with the origin of each value`() throws {
        let fixture = try GitFixture(files: [
            ".sluice.yaml": """
            version: 1
            profile: guardrails
            environments:
              - name: staging
                paths: ["staging/**"]
                tags: '^(staging|prod)-v1$'
              - name: prod
                paths: ["prod/**"]
                tags: '^prod-.*$'
              - name: test
                paths: ["test/**"]
            rules:
              image-untagged: off
              image-latest-tag: { ignore: [{ path: "x/**", reason: why, until: 2027-01-01 }] }
            exclude: ["charts/**"]
            """
        ])
        let run = try fixture.check("--show-config")
        #expect(run.status == 0)
        // Every rule has a line; those with a value from the file are enough here.
        let decided = run.output.split(separator: "\n").filter {
            !$0.hasSuffix(" default")
                && !($0.hasPrefix("rules.") && $0.hasSuffix(" profile guardrails"))
        }
        try expect(decided.joined(separator: "\n"), isRecordedAs: "check-show-config")
        #expect(
            run.errors == """
                warning: the tags of `staging` and `prod` intersect: both take `prod-v1`

                """)
    }

    /// Without a list of tags, and with that of another image, the rule counts the policy as not
    /// checked.
    @Test(arguments: [
        (nil, [], 1), ("ghcr.io/org/web", ["policy.yaml:20:15 [policy-extract-collides]"], 1),
        ("ghcr.io/org/api", [], 2),
    ]) func `rules that need tags take them from a snapshot`(
        _ image: String?, _ findings: [String], _ unchecked: Int
    ) throws {
        let example = PackageFolder.url.appending(
            path: "rules/examples/policy-extract-collides/bad/day")
        let files = try TestSupport.files(below: example).mapValues {
            String(decoding: $0, as: UTF8.self)
        }
        let snapshot = files["tags.json"]?.replacing("ghcr.io/org/web", with: image ?? "")
        let fixture = try GitFixture(files: files.filter { $0.key.hasSuffix(".yaml") })
        let list = try TemporaryDirectory()
        try list.write("tags", snapshot ?? "")
        let tags = image == nil ? [] : ["--tags", list.path + "/tags"]
        let run = try fixture.sluice(["check"] + tags)
        #expect(run.findings == findings)
        #expect(run.errors.contains("\(unchecked) item"))
    }

    @Test func `a list of tags is not a snapshot`() throws {
        let fixture = try GitFixture(files: ["tags.txt": "v1\nv2\n"])
        let run = try fixture.check("--tags", "tags.txt")
        #expect(
            run.status == 2
                && run.errors == "sluice: no tags from `tags.txt`: it is not valid JSON\n")
    }
}
