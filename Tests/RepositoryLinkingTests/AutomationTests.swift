import ManifestFacts
import RepositoryLinking
import Testing

/// Which automations write a marker, and why others do not.
@Suite struct AutomationTests {
    private static let path = "apps/web/app.yaml"

    private func automation(
        _ spec: String = "", name: String = "updates", namespace: String? = "flux-system",
        source: String = "flux-system"
    ) -> String {
        let place = namespace.map { "\n  namespace: \($0)" } ?? ""
        let lines = spec.split(separator: "\n").map { "  \($0)\n" }.joined()
        return """
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageUpdateAutomation
            metadata:
              name: \(name)\(place)
            spec:
              interval: 1m
              sourceRef: {kind: GitRepository, name: \(source)}
              git: {commit: {author: {email: a@b}}}
            \(lines)
            """
    }

    private func source(_ name: String, _ address: String) -> String {
        """
        ---
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: {name: \(name), namespace: flux-system}
        spec: {url: "\(address)", ref: {branch: main}}

        """
    }

    /// The verdict on the marker of `flux-system:app` in a file, in words.
    private func verdicts(
        _ manifests: String, policy: String = policy("app", in: "flux-system")
    ) throws -> [String] {
        let model = Repository([
            "clusters/all.yaml": manifests, "clusters/policy.yaml": policy,
            Self.path: deployment(image: "app:1.0.0", marker: "flux-system:app"),
        ]).model
        let setter = try #require(SetterMarker("flux-system:app"))
        return model.automations.verdicts(on: setter, at: Self.path).map { "\($0.verdict)" }
    }

    @Test(arguments: [
        ("", "writes this marker"),
        ("update: {path: ./}", "writes this marker"),
        ("update: {path: ./apps}", "writes this marker"),
        ("update: {path: apps/web/app.yaml}", "writes this marker"),
        ("update: {path: /apps/}", "writes this marker"),
        ("update: {path: ../../apps}", "writes this marker"),
        ("update: {path: ./clusters}", "rewrites only what lies in `clusters`"),
        ("update: {path: ./app}", "may write this marker: its path is not in this repository"),
        ("update: {path: './${x}'}", "may write this marker: its path is not known"),
        ("suspend: true", "is suspended"),
        ("policySelector: {}", "writes this marker"),
        ("policySelector: {matchLabels: {tier: web}}", "writes this marker"),
        ("policySelector: {matchLabels: {tier: db}}", "selects only policies with `tier=db`"),
        (
            "policySelector: {matchExpressions: [{key: tier, operator: NotIn, values: [web]}]}",
            "selects only policies with `tier!=web`"
        ),
        (
            "policySelector: {matchExpressions: [{key: tier, operator: In, values: [a, b]}]}",
            "selects only policies with `tier in (a,b)`"
        ),
        (
            "policySelector: {matchExpressions: [{key: team, operator: Exists}]}",
            "selects only policies with `team`"
        ),
        (
            "policySelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}",
            "selects only policies with `!tier`"
        ),
        (
            "policySelector: {matchExpressions: [{key: tier, operator: Gt, values: ['1']}]}",
            "may write this marker: its `policySelector` is invalid"
        ),
        (
            "policySelector: {matchLabels: {kustomize.toolkit.fluxcd.io/name: apps}}",
            "may write this marker: the policy's labels are not known"
        ),
    ])
    func `the specification of an automation decides which markers it writes`(
        _ spec: String, _ verdict: String
    ) throws {
        #expect(try verdicts(automation(spec)) == [verdict])
    }

    @Test func `an automation writes only markers of its namespace`() throws {
        #expect(
            try verdicts(automation(namespace: "apps"))
                == ["knows only the policies of namespace `apps`"])
        #expect(
            try verdicts(automation(namespace: nil))
                == ["may write this marker: its namespace is not known"])
    }

    @Test(arguments: [
        (
            "ssh://git@github.com/org/fleet", "https://github.com/org/fleet.git",
            "writes this marker"
        ),
        ("https://host/org/fleet", "https://host/org/other", "works on another repository"),
        (
            "https://host/org/fleet", "https://host/${org}/x",
            "may write this marker: its source may be this repository"
        ),
    ])
    func `the address of the source decides which repository is written`(
        _ own: String, _ other: String, _ verdict: String
    )
        throws
    {
        let manifests = source("flux-system", own) + source("x", other) + automation(source: "x")
        #expect(try verdicts(manifests) == [verdict])
    }

    @Test func `an update path in the repository is evidence where no address is known`() throws {
        let there = automation("update: {path: ./apps}", source: "x")
        #expect(try verdicts(there) == ["writes this marker"])
        let all = automation("update: {path: ./}", source: "x")
        #expect(try verdicts(all) == ["may write this marker: its source may be this repository"])
    }

    @Test func `labels that kustomizations add are selected by`() throws {
        let selecting = automation("policySelector: {matchLabels: {team: a}}")
        func verdict(_ team: String) throws -> String {
            let model = Repository([
                "apps/app.yaml": deployment(image: "app:1.0.0", marker: "flux-system:app"),
                "flux/kustomization.yaml": "resources: [base]\ncommonLabels: {team: \(team)}\n",
                "flux/base/kustomization.yaml": "resources: [p.yaml]\nlabels: [{pairs: {team: c}}]",
                "flux/base/p.yaml": policy("app", in: "flux-system"), "flux/u.yaml": selecting,
            ]).model
            let setter = try #require(SetterMarker("flux-system:app"))
            return "\(model.automations.coverage(of: setter, at: "apps/app.yaml"))"
        }
        #expect(try verdict("a") == "covered")
        #expect(try verdict("b").hasPrefix("unselected"))
    }

    @Test func `without automations it is unknown whether a marker is written`() throws {
        let model = Repository([
            "apps/app.yaml": deployment(image: "app:1.0.0", marker: "flux-system:app")
        ]).model
        let setter = try #require(SetterMarker("flux-system:app"))
        guard case .unknown = model.automations.coverage(of: setter, at: "apps/app.yaml") else {
            Issue.record("nothing is known")
            return
        }
    }

    /// A thousand automations of one directory are not evaluated for each of a thousand markers.
    @Test
    func `with many automations of one directory it is unknown which one writes a marker`() throws {
        let model = Repository([
            "all.yaml": (0..<1000).map { automation(name: "a\($0)") }.joined(),
            "apps/app.yaml": deployment(image: "app:1.0.0", marker: "flux-system:app"),
        ]).model
        let setter = try #require(SetterMarker("flux-system:app"))
        guard
            case .unknown(let reason) = model.automations.coverage(of: setter, at: "apps/app.yaml")
        else {
            Issue.record("too many to be told")
            return
        }
        #expect(reason == "there are more than 64 automations here")
    }
}
