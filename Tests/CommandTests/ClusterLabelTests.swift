import TestSupport
import Testing

/// Automations that select policies which only a cluster declares, by their labels there.
@Suite struct ClusterLabelTests {
    /// The repository declares the policy `own`, without labels, and not the policy `web`.
    private static func scene() throws -> AutomationScene {
        try AutomationScene(
            spec: "\n  policySelector: { matchLabels: { team: web } }",
            files: [
                "flux-system/policies.yaml": AutomationScene.policy("own"),
                "apps/own.yaml": Manifest.podFollowing("own"),
            ])
    }

    private static func policy(_ name: String, _ labels: String?) -> String {
        """
        {"kind": "ImagePolicy",
         "metadata": {"namespace": "flux-system", "name": "\(name)"\(labels.map { ", \"labels\": \($0)" } ?? "")},
         "status": {"latestRef": {"name": "ghcr.io/org/web", "tag": "1.1.0"}}}
        """
    }

    private static func list(_ labels: String?) -> String {
        let own = policy("own", #"{"team": "web"}"#).replacing("org/web", with: "org/own")
        return #"{"kind": "List", "items": [\#(policy("web", labels)), \#(own)]}"#
    }

    private static func update(
        _ scene: AutomationScene, _ arguments: String...
    ) throws -> ProgramRun {
        try scene.clone.sluice(
            ["update", "--policies-from", "../a.json"] + arguments,
            with: ["SOURCE_DATE_EPOCH": "1700000000"])
    }

    @Test(
        arguments: [
            (#"{"team": "web", "tier": "1"}"#, true), (#"{"team": "api"}"#, false), ("{}", false),
            ("null", false), (nil, false),
        ] as [(String?, Bool)])
    func `labels in the cluster select policies that the repository does not declare`(
        _ labels: String?, _ isSelected: Bool
    ) throws {
        let scene = try Self.scene()
        try scene.clone.home.write("a.json", Self.list(labels))
        let run = try Self.update(scene)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try scene.text().contains(isSelected ? "web:1.1.0 #" : "web:1.0.0 #"))
        #expect(
            try scene.text("apps/own.yaml").contains("web:1.0.0 #"),
            "what the repository declares has the labels that it has there")
    }

    @Test func `labels that differ between clusters are unknown until one is chosen`() throws {
        let scene = try Self.scene()
        try scene.clone.home.write("a.json", Self.list(#"{"team": "web"}"#))
        try scene.clone.home.write("b.json", Self.list("{}"))
        let both = try Self.update(scene, "--policies-from", "../b.json")
        #expect(both.status == 1)
        #expect(both.output.contains("the policy's labels are not known"), "\(both.output)")
        let none = try Self.update(scene, "--policies-from", "../b.json", "--cluster", "../b.json")
        #expect(none.status == 0 && none.output.contains("nothing to commit"))
        let one = try Self.update(scene, "--policies-from", "../b.json", "--cluster", "../a.json")
        #expect(one.status == 0, "\(one.output)")
        #expect(try scene.text().contains("web:1.1.0 #"))
    }

    @Test func `a marker of a policy that no cluster lists is not written`() throws {
        let scene = try Self.scene()
        try scene.clone.home.write("a.json", #"{"kind": "List", "items": []}"#)
        let run = try Self.update(scene)
        #expect(run.output.contains("nothing to commit"), "\(run.output)")
        #expect(try scene.text().contains("web:1.0.0 #"))
    }

    @Test func `a push branch is made anew for a policy of the cluster`() throws {
        let scene = try AutomationScene(
            git: "\n    push: { branch: updates }",
            spec: "\n  policySelector: { matchLabels: { team: web } }",
            files: ["flux-system/policies.yaml": "# none\n"])
        for tag in ["1.1.0", "1.2.0"] {
            try scene.clone.home.write(
                "a.json",
                Self.policy("web", #"{"team": "web"}"#).replacing("1.1.0", with: tag))
            #expect(try Self.update(scene).status == 0)
        }
        #expect(try scene.remote.git("rev-list", "--count", "main..updates") == "1")
        #expect(try scene.text(on: "updates").contains("web:1.2.0 #"))
    }
}
