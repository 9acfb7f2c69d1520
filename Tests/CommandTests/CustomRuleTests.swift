import TestSupport
import Testing

/// Rules that a repository defines, with the built program.
@Suite struct CustomRuleTests {
    private static let web = "clusters/production/web.yaml"
    private static let configuration = """
        version: 1
        environments:
          - { name: production, paths: ["clusters/production/**"] }
        custom:
          - id: our-registry
            on: image
            where: { environment: production }
            require: { registry: "ghcr.io/org/**" }
            message: "{image} is not ours"
            examples:
              bad:
                - at: clusters/production/web.yaml
                  manifest: |
                    apiVersion: v1
                    kind: Pod
                    spec: { containers: [{ name: web, image: "nginx:1.27.0" }] }
              good:
                - { path: clusters/production/api.yaml }

        """

    private static func fixture() throws -> GitFixture {
        try GitFixture(files: [
            ".sluice.yaml": configuration,
            "clusters/production/api.yaml": Manifest.pod("ghcr.io/org/api:1.0.0"),
            web: Manifest.pod("quay.io/other/web:1.0.0"),
        ])
    }

    @Test func `a finding is reported with its message`() throws {
        let run = try Self.fixture().check()
        #expect(run.status == 1)
        #expect(
            run.output.hasPrefix(
                "\(Self.web):7:14: error: quay.io/other/web is not ours [custom/our-registry]\n"))
    }

    @Test func `the baseline accepts a finding and not the next one`() throws {
        let fixture = try Self.fixture()
        let accepted = try fixture.check(
            "--baseline", "old.json", "--update-baseline", "--accept-new")
        #expect(accepted.status == 0)
        #expect(accepted.errors.hasPrefix("`old.json` holds 1 finding, 1 more\n"))
        #expect(try fixture.check("--baseline", "old.json").status == 0)

        try fixture.write(Self.web, Manifest.pod("quay.io/third/web:1.0.0"))
        let run = try fixture.check("--baseline", "old.json")
        #expect(run.status == 1)
        #expect(run.findings == ["\(Self.web):7:14 [custom/our-registry]"])
    }

    @Test func `a comment suppresses a finding`() throws {
        let fixture = try Self.fixture()
        let comment = " # sluice: ignore[custom/our-registry] the vendor has it only there"
        try fixture.write(Self.web, Manifest.pod("quay.io/other/web:1.0.0" + comment))
        let run = try fixture.check()
        #expect(run.status == 0)
        #expect(run.errors == "no findings in 3 files, 1 suppressed\n")
    }

    @Test func `examples that the rule judges rightly pass`() throws {
        let run = try Self.fixture().sluice(["rules", "test"])
        #expect(run.status == 0)
        #expect(run.output == "2 of 2 examples passed\n")
    }

    @Test func `an example that the rule judges otherwise fails`() throws {
        let fixture = try Self.fixture()
        try fixture.write(
            ".sluice.yaml",
            Self.configuration.replacing("nginx:1.27.0", with: "ghcr.io/org/web:1.27.0"))
        try fixture.write("clusters/production/api.yaml", Manifest.pod("quay.io/other/api:1.0.0"))
        let run = try fixture.sluice(["rules", "test"])
        #expect(run.status == 1)
        #expect(run.output.contains("custom/our-registry: bad example 1: the rule finds nothing"))
        #expect(run.output.contains("custom/our-registry: good example 1: "))
        #expect(run.output.hasSuffix("0 of 2 examples passed\n"))
    }

    @Test func `a rule that is not there is named`() throws {
        let fixture = try Self.fixture()
        for arguments in [["rules", "test", "custom/other"], ["check", "--rule", "custom/other"]] {
            let run = try fixture.sluice(arguments)
            #expect(run.status == 64)
            #expect(run.errors.contains("there is no rule `custom/other`"))
        }
    }

    @Test func `an unknown field has its place and a suggestion`() throws {
        let fixture = try Self.fixture()
        try fixture.write(
            ".sluice.yaml", Self.configuration.replacing("{ registry:", with: "{ registri:"))
        let run = try fixture.check()
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("sluice: .sluice.yaml:8:"))
        #expect(run.errors.contains("`registry`"))
    }
}
