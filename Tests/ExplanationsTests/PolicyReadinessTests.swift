import CheckPipeline
import Explanations
import Reports
import RepositoryLinking
import SourceText
import TagSnapshots
import TestSupport
import Testing

/// Reasons why Flux selects no tags, equal in all commands.
@Suite struct PolicyReadinessTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: String
        let words: String
        var policy = "imageRepositoryRef: { name: web }"
        var repository = ""
        var image = "ghcr.io/org/web"
        var ordering = "semver: { range: 1.x }"
        var other = ""

        var testDescription: String { "\(kind): \(words)" }

        var files: [String: String] {
            [
                "images/web.yaml": """
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImagePolicy
                metadata: { name: web, namespace: apps }
                spec:
                  \(policy)
                  policy: { \(ordering) }
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImageRepository
                metadata: { name: web, namespace: apps }
                spec:
                  image: \(image)
                  interval: 5m
                  \(repository)
                ---
                apiVersion: image.toolkit.fluxcd.io/v1
                kind: ImageRepository
                metadata: { name: shared, namespace: flux-system }
                spec: { image: ghcr.io/org/web, interval: 5m\(other) }

                """,
                "images/automation.yaml": PlaceExplanationTests.automation,
                "apps/web.yaml": PlaceExplanationTests.deployment(PlaceExplanationTests.marker),
            ]
        }
    }

    static let foreign = "imageRepositoryRef: { name: shared, namespace: flux-system }"

    static let cases = [
        Case(
            kind: "access_denied",
            words: "`flux-system/shared` does not let policies of namespace `apps` use it",
            policy: foreign),
        Case(
            kind: "access_denied",
            words: "`flux-system/shared` does not let policies of namespace `apps` use it",
            policy: foreign,
            other: ", accessFrom: { namespaceSelectors: [{ matchLabels: "
                + "{ kubernetes.io/metadata.name: other } }] }"),
        Case(
            kind: "repository_missing", words: "no ImageRepository `wbe` is declared",
            policy: "imageRepositoryRef: { name: wbe }"),
        Case(
            kind: "repository_missing", words: "is in namespace `flux-system`, not in `apps`",
            policy: "imageRepositoryRef: { name: shared }"),
        Case(
            kind: "invalid_repository", words: "Flux refuses the image",
            image: "https://ghcr.io/org/web"),
        Case(kind: "no_tags", words: "never scanned", repository: "exclusionList: ['(']"),
        Case(
            kind: "suspended", words: "ImageRepository `apps/web` is suspended",
            repository: "suspend: true"),
        Case(
            kind: "suspended", words: "ImagePolicy `apps/web` is suspended",
            policy: "{ imageRepositoryRef: { name: web }, suspend: true }".yaml),
        Case(
            kind: "invalid_policy", words: "`y` is not allowed here",
            ordering: "semver: { range: x y }"),
        Case(
            kind: "invalid_filter", words: "missing",
            policy: "{ imageRepositoryRef: { name: web }, filterTags: { pattern: '(' } }".yaml),
        Case(
            kind: "no_match", words: "no tag is in its pattern and its range",
            policy: "{ imageRepositoryRef: { name: web }, filterTags: { pattern: '^main$' } }"
                .yaml),
    ]

    private struct Policies: Decodable {
        struct Policy: Decodable {
            struct Failure: Decodable {
                let kind: String
                let message: String
            }
            let selected: String?
            let error: Failure?
        }
        let policies: [Policy]
    }

    private struct Listed: Decodable {
        struct Policy: Decodable {
            let selected: String?
            let message: String?
        }
        let policies: [Policy]
    }

    @Test(arguments: cases) func `all commands give the same reason`(_ example: Case) async throws {
        let tags = try TagSnapshot([
            ScannedImage(name: "ghcr.io/org/web", time: "2026-01-02T03:04:05Z", tags: ["1.2.4"])
        ])
        let snapshot = Snapshot(files: example.files.mapValues { Array($0.utf8) })
        let model = try await RepositoryCheck(rules: [], workerCount: 1).model(of: snapshot)
        let explanation = try PolicyExplanation(
            of: #require(ObjectName("apps/web")), in: model, tags: .snapshot(tags))
        let explained = try #require(try decoded(Policies.self, explanation).policies.first)
        #expect(explained.error?.kind == example.kind)
        let reason = try #require(explained.error?.message)
        #expect(reason.contains(example.words), "\(reason)")
        #expect(explained.selected == nil)
        #expect(!explanation.text(in: .plain).contains("selected  1.2.4"))

        for tags in [tags, .empty] {
            let objects = try ImageObjects(in: model, tags: tags, .init(kinds: [.policy]))
            let listed = try #require(try decoded(Listed.self, objects).policies.first)
            #expect(listed.selected == nil && listed.message == reason)
        }

        let place = try await PlaceExplanationTests.answer(of: "apps/web.yaml:8", in: example.files)
        let outcome = try #require(place.markers.first?.outcome)
        #expect(outcome.kind == (example.kind == "suspended" ? "suspended" : "nothing"))
        #expect(outcome.message.contains(reason))
    }

    @Test func `unknown labels of a namespace are a doubt only`() async throws {
        let example = Case(
            kind: "", words: "", policy: Self.foreign,
            other: ", accessFrom: { namespaceSelectors: [{ matchLabels: { env: web } }] }")
        let snapshot = Snapshot(files: example.files.mapValues { Array($0.utf8) })
        let model = try await RepositoryCheck(rules: [], workerCount: 1).model(of: snapshot)
        let policy = try #require(model.policyLinks.policies.first)
        let doubt = "the labels of namespace `apps` are not in the repository"
        #expect(model.readiness(of: policy) == .selects(doubt: doubt))
        #expect(model.choice(of: policy, from: ["1.2.4"]).selected == "1.2.4")
        let place = try await PlaceExplanationTests.answer(of: "apps/web.yaml:8", in: example.files)
        #expect(place.markers.first?.outcome.kind == "written")
    }
}

extension String {
    /// A flow mapping as the block of a `spec`.
    fileprivate var yaml: String {
        String(dropFirst(2).dropLast(2)).replacing(" }, ", with: " }\n  ")
    }
}
