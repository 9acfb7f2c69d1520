import Foundation
import TestSupport
import Testing

/// `explain` and `rules` as their users run them.
@Suite struct ExplainTests {
    private static let policy = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: apps }
        spec:
          imageRepositoryRef: { name: web }
          filterTags: { pattern: '^v', extract: '' }
          policy: { alphabetical: { order: asc } }

        """

    private static let pod = """
        apiVersion: v1
        kind: Pod
        metadata: { name: web }
        spec: { containers: [{ image: nginx:1.2.3 }] }

        """

    private static let automation = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: images, namespace: apps }
        spec: { git: { commit: { messageTemplate: "update {{ .AutomationObject }}" } } }

        """

    private static let questions: [([String], Int32)] = [
        (["explain", "pattern", "^a", "--output", "json"], 0),
        (["explain", "pattern", "a(", "--output", "json"], 1),
        (["explain", "pattern", "", "--output", "json"], 0),
        (["explain", "pattern", "--output", "json", "--", "-rc$"], 0),
        (["explain", "pattern", "--output", "json", "--extract", "-$1", "(a)"], 0),
        (["explain", "range", "1.x", "--output", "json"], 0),
        (["explain", "range", "", "--output", "json"], 1),
        (["explain", "rule", "image-untagged", "--output", "json"], 0),
        (["explain", "policy", "apps/web", "--output", "json"], 0),
        (["explain", "policy", "apps/web", "--rev", "HEAD", "--output", "json"], 0),
        (["explain", "place", "web.yaml:4", "--output", "json"], 0),
        (["explain", "place", "web.yaml:4:20", "--rev", "HEAD", "--output", "json"], 0),
        (["explain", "message", "apps/images", "--output", "json"], 0),
        (["explain", "message", "apps/images", "--template", "web.yaml", "--output", "json"], 0),
        (["explain", "message", "--template", "bad.tmpl", "--output", "json"], 1),
        (
            [
                "explain", "message", "--template", "bad.tmpl", "--flux-version", "2.6", "--data",
                "data.json", "--output", "json",
            ], 0
        ),
        (["rules", "--output", "json"], 0),
    ]

    @Test(arguments: questions)
    func `JSON is one document and the status says whether it is valid`(
        _ arguments: [String], _ status: Int32
    ) throws {
        let run = try GitFixture(files: [
            "policy.yaml": Self.policy, "web.yaml": Self.pod, "automation.yaml": Self.automation,
            "bad.tmpl": "{{ range .Updated.Images }}{{ . }}{{ end }}", "data.json": "{}",
        ]).sluice(arguments)
        #expect(run.status == status && run.errors.isEmpty)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let command = arguments.prefix(arguments[0] == "rules" ? 1 : 2).joined(separator: " ")
        #expect(document["command"] as? String == command && document["schema"] as? Int == 1)
        let hasFailed = document["error"].map { !($0 is NSNull) } ?? false
        #expect((document["valid"] as? Bool ?? !hasFailed) == (status == 0))
    }

    private static let failures: [([String], String?)] = [
        (
            ["explain", "pattern", "a", "--tags", "none.txt"],
            "sluice: cannot read `none.txt`: no such file or directory\n"
        ),
        (["explain", "range", "1", "--tags", "."], "sluice: cannot read `.`: is a directory\n"),
        (
            ["explain", "policy", "apps/wbe"],
            "sluice: no ImagePolicy `apps/wbe` is declared here; did you mean `apps/web`?\n"
        ),
        (
            ["explain", "message", "apps/imges"],
            "sluice: no ImageUpdateAutomation `apps/imges` is declared here; did you mean "
                + "`apps/images`?\n"
        ),
        (
            ["explain", "message", "--template", "policy.yaml", "--data", "policy.yaml"],
            "sluice: no data from `policy.yaml`: it is not valid JSON\n"
        ),
        (
            ["explain", "policy", "apps/web", "--path", "none"],
            "sluice: there is no file at `none` in what is checked\n"
        ),
        (["explain", "policy", "apps/web", "--rev", "none"], nil),
        (
            ["explain", "none.yaml:1"],
            "sluice: there is no file at `none.yaml` in what is checked\n"
        ),
        (["explain", "../none.yaml:1"], "sluice: `../none.yaml` is outside of the repository\n"),
        (["explain", "policy.yaml:1"], "sluice: `policy.yaml` holds neither markers nor images\n"),
    ]

    @Test(arguments: failures)
    func `the reason why an explanation fails goes to standard error`(
        _ arguments: [String], _ message: String?
    ) throws {
        let files = ["policy.yaml": Self.policy, "automation.yaml": Self.automation]
        let run = try GitFixture(files: files).sluice(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(message.map { run.errors == $0 } ?? run.errors.hasPrefix("sluice: "))
    }

    private static let mistakes: [([String], String)] = [
        (["explain", "web.yaml"], "a place is named FILE:LINE or FILE:LINE:COLUMN"),
        (["explain", "policy", "web"], "a policy is named NAMESPACE/NAME"),
        (["explain", "message", "images"], "an automation is named NAMESPACE/NAME"),
        (["explain", "message"], "name an automation as NAMESPACE/NAME, or give --template"),
        (["explain", "message", "--template", "-", "--data", "-"], "standard input is either"),
        (["explain", "message", "--template", "-", "--rev", "HEAD"], "go with an automation"),
        (["explain", "message", "a/b", "--flux-version", "1.9"], "is written as in 2.9"),
        (["explain", "rule", "image-untaged"], "did you mean `image-untagged`?"),
        (["explain", "pattern"], "Missing expected argument"),
        (["explain", "pattern", "a", "--output", "sarif"], "The value 'sarif' is invalid"),
    ]

    @Test(arguments: mistakes)
    func `wrong usage is reported`(_ arguments: [String], _ message: String) throws {
        let run = try GitFixture().sluice(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(message))
    }

    private static let pipes: [(String, [String])] = [
        (
            #"printf 'v1\r\n\n x\nv2' | sluice explain policy apps/web --tags -"#,
            ["v1", " x", "v2"]
        ),
        (#"printf 'v1\n' > t; sluice explain policy apps/web --tags t"#, ["v1"]),
        (#"sluice explain policy apps/web --tags - < /dev/null"#, []),
    ]

    @Test(arguments: pipes)
    func `tags come from files and pipes`(_ line: String, _ tags: [String]) throws {
        let run = try GitFixture(files: ["policy.yaml": Self.policy])
            .shell(line + " --output json")
        let told = run.output.matches(of: /"tag":"([^"]*)"/).map { String($0.1) }
        #expect(run.status == 0 && told == tags)
    }

    @Test func `tags that are not UTF-8 are refused`() throws {
        let run = try GitFixture().shell(
            #"printf 'a\n\377\n' | sluice explain pattern a --tags -"#)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(
            run.errors
                == "sluice: no tags from standard input: line 2 is not UTF-8, as every tag is\n")
    }

    @Test func `a policy is read from the work tree or the given revision`() throws {
        let repository = try GitFixture(files: ["policy.yaml": Self.policy])
        try repository.write(
            "policy.yaml", Self.policy.replacingOccurrences(of: "^v", with: "^w"))
        let now = try repository.sluice(["explain", "policy", "apps/web"])
        let then = try repository.sluice(["explain", "policy", "apps/web", "--rev", "HEAD"])
        #expect(now.output.contains("pattern    ^w\n"))
        #expect(then.output.contains("pattern    ^v\n"))
        let elsewhere = try repository.sluice(
            ["explain", "policy", "apps/web", "-C", "repository"], in: "..")
        #expect(elsewhere.output == now.output)
    }

    @Test func `paths of places are relative to the current directory and may be links`() throws {
        let repository = try GitFixture(files: ["apps/web.yaml": Self.pod])
        try repository.run("ln", "-s", "apps/web.yaml", "link.yaml")
        try repository.commit()
        let run = try repository.sluice(["explain", "apps/web.yaml:4"])
        #expect(run.status == 0 && run.output.contains("place     apps/web.yaml:4:31, an image"))
        let inside = try repository.sluice(["explain", "web.yaml:4"], in: "apps")
        #expect(inside.output == run.output)
        let link = try repository.sluice(["explain", "place", "link.yaml:4"])
        #expect(link.output == run.output)
    }

    @Test func `configured environments decide which tags cross`() throws {
        let configuration = """
            version: 1
            environments:
              - { name: blue, paths: ["blue/**"], tags: '^v1' }
              - { name: green, paths: ["green/**"], tags: '^v2' }
            rules: { image-untagged: off }

            """
        let repository = try GitFixture(
            files: ["policy.yaml": Self.policy, ".sluice.yaml": configuration])
        let run = try repository.sluice(["explain", "policy", "apps/web"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("crosses    `v2` is a tag of `green`\n"))
    }

    @Test func `the tags of a snapshot are those of the policy's image`() throws {
        let snapshot = """
            { "schema": 1, "images": [
              { "image": "ghcr.io/org/web", "time": "2026-01-01T00:00:00Z", "tags": ["v1", "v2"] },
              { "image": "ghcr.io/org/api", "time": "2026-01-01T00:00:00Z", "tags": ["v3"] } ] }
            """
        let scanned = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: web, namespace: apps }
            spec: { image: ghcr.io/org/web, interval: 1m }

            """
        let repository = try GitFixture(
            files: ["policy.yaml": Self.policy, "web.yaml": scanned, "tags.json": snapshot])
        let run = try repository.sluice(["explain", "policy", "apps/web", "--tags", "tags.json"])
        #expect(run.output.hasSuffix("\nselected  v2\n") && !run.output.contains("v3"))
    }

    @Test func `text is coloured only on a terminal or on request`() throws {
        let plain = try GitFixture().sluice(["explain", "pattern", "a"])
        let coloured = try GitFixture().sluice(["explain", "pattern", "a", "--color", "always"])
        #expect(!plain.output.contains("\u{1B}") && coloured.output.contains("\u{1B}["))
    }

    @Test func `a template needs no repository and uses the configuration of one`() throws {
        let configuration = "version: 1\nflux: { version: '2.6' }\n"
        let repository = try GitFixture(files: [".sluice.yaml": configuration])
        let template = "printf '{{ len .Updated.Images }}' | sluice explain message --template -"
        #expect(try repository.shell(template).status == 0)
        let elsewhere = try repository.shell("cd / && \(template) --flux-version 2.6")
        #expect(elsewhere.status == 0 && elsewhere.output.hasSuffix("\n1\n"))
        #expect(try repository.shell("cd / && \(template)").status == 1)
        #expect(try repository.shell("\(template) --flux-version 2.9").status == 1)
    }

    /// A run may take a minute, thirty times the time of an unoptimised build.
    @Test func `a hundred thousand tags are evaluated within the time limit`() throws {
        let repository = try GitFixture(files: ["policy.yaml": Self.policy])
        let tags = (0..<100_000).map { "v\($0)" }
        try repository.write("tags.txt", tags.joined(separator: "\n"))
        let run = try repository.sluice(["explain", "policy", "apps/web", "--tags", "tags.txt"])
        #expect(run.status == 0 && run.output.hasSuffix("\nselected  v99999\n"))
    }
}
