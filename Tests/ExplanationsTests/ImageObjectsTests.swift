import CheckPipeline
import Explanations
import Reports
import SourceText
import TagSnapshots
import TestSupport
import Testing

@Suite struct ImageObjectsTests {
    static let files = [
        "images/web.yaml": """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web }
        spec: { image: registry.example.com/web, interval: 1m }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web }
        spec:
          imageRepositoryRef: { name: web }
          filterTags: { pattern: '^v(?P<n>.*)$', extract: '$n' }
          policy: { semver: { range: 1.x } }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: none }
        spec: { imageRepositoryRef: { name: web }, policy: { numerical: {} } }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: web }
        spec:
          suspend: true
          sourceRef: { kind: GitRepository, name: flux-system }
          git: { push: { branch: image-updates } }
          update: { path: ./apps }

        """,
        "images/kustomization.yaml": "namespace: apps\nresources: [web.yaml]\n",
        "other.yaml": """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: db, namespace: data }
        spec: { image: postgres, suspend: true }

        """,
    ]

    static func objects(
        _ request: ImageObjects.Request = .init(), tags: [String]? = nil
    ) async throws -> ImageObjects {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        let model = try await RepositoryCheck(rules: [], workerCount: 1).model(of: snapshot)
        let scan = try tags.map { tags in
            try TagSnapshot([
                ScannedImage(
                    name: "registry.example.com/web", time: "2026-01-02T03:04:05Z", tags: tags)
            ])
        }
        return try ImageObjects(in: model, tags: scan ?? .empty, request)
    }

    @Test func `tables show objects as built`() async throws {
        let text = try await Self.objects().text(in: .plain)
        #expect(
            text == """
                NAMESPACE  NAME                 IMAGE                     TAGS  SCANNED  SUSPENDED  DECLARED
                apps       imagerepository/web  registry.example.com/web  -     -        False      images/web.yaml:3
                data       imagerepository/db   postgres                  -     -        True       other.yaml:3

                NAMESPACE  NAME              IMAGE                     POLICY         FILTER        TAG  MESSAGE  DECLARED
                apps       imagepolicy/web   registry.example.com/web  semver 1.x     ^v(?P<n>.*)$  -    -        images/web.yaml:8
                apps       imagepolicy/none  registry.example.com/web  numerical asc  -             -    -        images/web.yaml:16

                NAMESPACE  NAME                       PATH  PUSH           SUSPENDED  DECLARED
                apps       imageupdateautomation/web  apps  image-updates  True       images/web.yaml:21

                """, "\(text)")
    }

    @Test func `tags of a snapshot are counted and selected from`() async throws {
        let tags = ["v1.0.0", "v1.2.0", "v2.0.0", "v1.2.0.sig"]
        let request = ImageObjects.Request(
            kinds: [.repository], namespace: "apps", hasHeader: false)
        #expect(
            try await Self.objects(request, tags: tags).text(in: .plain)
                == "web  registry.example.com/web  3  2026-01-02T03:04:05Z  False  images/web.yaml:3\n"
        )
        let policies = ImageObjects.Request(kinds: [.policy], namespace: "apps", hasHeader: false)
        let lines = try await Self.objects(policies, tags: tags).text(in: .plain)
            .split(separator: "\n")
        #expect(lines[0].contains("^v(?P<n>.*)$  v1.2.0  -"))
        #expect(lines[1].contains("numerical asc") && lines[1].contains("v1.0.0"))
    }

    @Test func `namespaces and names narrow the objects`() async throws {
        #expect(
            try await Self.objects(.init(namespace: "data")).text(in: .plain)
                == "NAME                IMAGE     TAGS  SCANNED  SUSPENDED  DECLARED\n"
                + "imagerepository/db  postgres  -     -        True       other.yaml:3\n")
        #expect(try await Self.objects(.init(namespace: "nowhere")).isEmpty)
        let error = await #expect(throws: ImageObjectMissing.self) {
            try await Self.objects(.init(kinds: [.policy], namespace: "apps", name: "wbe"))
        }
        #expect(
            error?.description
                == "no image policy `wbe` is declared in the namespace `apps`")
    }
}
