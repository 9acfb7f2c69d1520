import TestSupport
import Testing

/// `create image` as its users run it.
@Suite struct CreateTests {
    private static let repository = ["create", "image", "repository", "web"]

    @Test func `the manifest is printed with or without the option export`() throws {
        let arguments = Self.repository + ["--image=ghcr.io/org/web", "--interval", "5m"]
        let run = try GitFixture().sluice(arguments)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImageRepository
                metadata:
                  name: web
                  namespace: flux-system
                spec:
                  image: ghcr.io/org/web
                  interval: 5m0s

                """)
        #expect(try GitFixture().sluice(arguments + ["--export"]).output == run.output)
        let variables = ["FLUX_SYSTEM_NAMESPACE": "gitops"]
        let elsewhere = try GitFixture().sluice(arguments, with: variables)
        #expect(elsewhere.output.contains("namespace: gitops\n"))
        let named = try GitFixture().sluice(arguments + ["-n", "apps"], with: variables)
        #expect(named.output.contains("namespace: apps\n"))
    }

    @Test func `values may begin with a dash`() throws {
        let run = try GitFixture().sluice([
            "create", "image", "policy", "web", "--image-ref", "web", "--select-numeric", "asc",
            "--filter-regex", "-(?P<ts>[0-9]+)$", "--filter-extract=$ts", "--label",
            "team=a,tier=b",
            "--label=x=y",
        ])
        #expect(run.status == 0)
        #expect(run.output.contains("    pattern: -(?P<ts>[0-9]+)$\n"))
        #expect(run.output.contains("  labels:\n    team: a\n    tier: b\n    x: \"y\"\n"))
    }

    private static let mistakes: [([String], String)] = [
        (repository, "Error: --image is required\nUsage: sluice create image repository <name>"),
        (["create", "image", "repository"], "Error: Missing expected argument '<name>'"),
        (repository + ["--image", "web", "--interval", "5"], "`5` is not a valid duration"),
        (repository + ["--image", "web", "--kubeconfig", "x"], "Unknown option '--kubeconfig'"),
        (
            [
                "create", "image", "policy", "web", "--image-ref", "web", "--select-semver", "1.x",
                "--filter-regex", "^v(1",
            ],
            "Error: --filter-regex: the group opened here is never closed: `)` is missing\n"
                + "  ^v(1\n    ^\n"
        ),
        (
            [
                "create", "image", "update", "web", "--git-repo-ref", "a", "--checkout-branch",
                "main", "--author-name", "a", "--author-email", "b", "--commit-template",
                "{{ .Updated }}",
            ],
            "Error: --commit-template: line 1, column 4: the field `.Updated` was removed"
        ),
    ]

    @Test(arguments: mistakes)
    func `wrong flags are wrong usage`(_ arguments: [String], _ message: String) throws {
        let run = try GitFixture().sluice(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    /// A check of the created manifests has no findings.
    @Test func `created manifests pass the check`() throws {
        let repository = try GitFixture()
        let run = try repository.shell(
            """
            sluice create image repository web --image ghcr.io/org/web > repository.yaml &&
            sluice create image policy web --image-ref web --select-semver '>=1.0.0' > policy.yaml &&
            sluice check
            """)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
    }
}
