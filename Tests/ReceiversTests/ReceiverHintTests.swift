import Receivers
import Testing

/// The effects of a call, by the resources that its receiver lists.
@Suite struct ReceiverHintTests {
    private static let others = """
        ---
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: {name: fleet, namespace: flux-system}
        spec: {interval: 1m, url: https://git.example.com/fleet, ref: {branch: main}}
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: {name: apps, namespace: flux-system}
        spec:
          interval: 1h
          sourceRef: {kind: GitRepository, name: fleet}
          git: {commit: {author: {email: a@example.com}}}
          update: {path: ., strategy: Setters}
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: {name: web, namespace: flux-system}
        spec:
          imageRepositoryRef: {name: web}
          policy: {semver: {range: 1.x}}

        """

    private static let images =
        imageRepository("web", image: "ghcr.io/org/web", labels: "{team: a, stage: live}")
        + imageRepository("api", image: "ghcr.io/org/api", labels: "{team: a}")
        + imageRepository("db", image: "ghcr.io/org/db", namespace: "other", labels: "{team: a}")

    private func hint(
        _ resources: String, body: String = "{}", spec: String = ""
    ) async throws -> ReceiverHint {
        let table = table(
            manifest(type: "generic", spec, resources: resources), Self.images, Self.others)
        let outcome = try await table.outcome(of: call(body: body))
        return try #require(outcome.acceptances.first).hint
    }

    @Test func `each kind has its own effect`() async throws {
        let hint = try await hint(
            """
                - {kind: GitRepository, name: fleet}
                - {kind: ImageUpdateAutomation, name: apps}
                - {kind: ImagePolicy, name: web}
                - {kind: Kustomization, name: apps}
            """)
        #expect(hint.gitRepositories == ["flux-system/fleet"])
        #expect(hint.automations == ["flux-system/apps"])
        #expect(hint.imageRepositories == ["flux-system/web"])
    }

    @Test func `an event that names images narrows images alone`() async throws {
        let hint = try await hint(
            """
                - {kind: GitRepository, name: fleet}
                - {kind: ImageRepository, name: web}
                - {kind: ImageRepository, name: api}
            """, body: #"{"docker_url": "ghcr.io/org/api", "updated_tags": ["1"]}"#)
        #expect(hint.gitRepositories == ["flux-system/fleet"])
        #expect(hint.imageRepositories == ["flux-system/api"])
    }

    @Test(arguments: [
        ("- {kind: ImageRepository, name: '*', matchLabels: {team: a}}", ["api", "web"]),
        ("- {kind: ImageRepository, name: '*', matchLabels: {team: a, stage: live}}", ["web"]),
        ("- {kind: ImageRepository, name: '*', matchLabels: {team: b}}", []),
        ("- {kind: ImageRepository, name: '*'}", []),
        ("- {kind: ImageRepository, name: db}", []),
        ("- {kind: ImageRepository, name: missing}", []),
        (
            "- {kind: ImageRepository, name: '*', matchLabels: "
                + "{kustomize.toolkit.fluxcd.io/name: apps}}", ["api", "web"]
        ),
    ])
    func `resources are selected by name and by label`(
        _ resource: String, _ names: [String]
    ) async throws {
        let hint = try await hint("    " + resource)
        #expect(hint.imageRepositories.sorted() == names.map { "flux-system/\($0)" })
    }

    @Test func `a resource may be in another namespace`() async throws {
        let hint = try await hint("    - {kind: ImageRepository, name: db, namespace: other}")
        #expect(hint.imageRepositories == ["other/db"])
    }

    @Test func `both filters must hold`() async throws {
        let resources = """
                - kind: ImageRepository
                  name: '*'
                  matchLabels: {team: a}
                  filter: res.metadata.name == req.name
            """
        let spec = "  resourceFilter: req.kind == 'tag'"
        let body = #"{"kind": "tag", "name": "api"}"#
        #expect(
            try await hint(resources, body: body, spec: spec).imageRepositories
                == ["flux-system/api"])
        let other = #"{"kind": "branch", "name": "api"}"#
        #expect(try await hint(resources, body: other, spec: spec).isEmpty)
    }

    @Test func `a filter that fails counts as a match and is said`() async throws {
        let table = table(
            manifest(type: "generic", "  resourceFilter: req.tag.startsWith('v1')"), Self.images)
        let outcome = try await table.outcome(of: call(body: #"{"other": 1}"#))
        #expect(outcome.status == 200)
        #expect(outcome.images == ["flux-system/web"])
        #expect(outcome.acceptances.first?.notes.count == 1)
        #expect(outcome.acceptances.first?.notes.first?.hasSuffix("the call has no `tag`") == true)
        let text = try await table.outcome(of: call(body: #"{"tag": "v2"}"#, type: "text/plain"))
        #expect(text.images == ["flux-system/web"])
        #expect(try await table.outcome(of: call(body: #"{"tag": "v2"}"#)).images.isEmpty)
    }

    @Test func `a filter that is not supported counts as a match and is said`() async throws {
        let table = table(
            manifest(type: "generic", "  resourceFilter: \"1 * 2 == int(req.n)\""), Self.images)
        #expect(try await table.outcome(of: call()).images == ["flux-system/web"])
        #expect(table.receivers.first?.problem == nil)
        #expect(
            table.receivers.first?.receiver.notes == [
                "`spec.resourceFilter` counts as a match: `*` is not in the supported subset of CEL"
            ])
    }

    @Test func `what only the cluster knows counts as a match`() async throws {
        let hint = try await hint(
            imageRepositoryWeb, spec: "  resourceFilter: has(res.metadata.annotations.x)")
        #expect(hint.imageRepositories == ["flux-system/web"])
    }
}
