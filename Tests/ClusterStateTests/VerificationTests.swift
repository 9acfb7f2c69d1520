import Reports
import RepositoryLinking
import Testing

@testable import ClusterState

/// The images that are verified of a repository, and how that is told.
@Suite struct VerificationTests {
    @Test func `a healthy cluster runs all images`() async throws {
        let scene = try ClusterScene()
        let all = try await scene.verification()
        #expect(all.rows.map(\.live) == Array(repeating: .yes, count: 6))
        #expect(all.isLive && all.isValid && all.otherClusters == 0)
        let following = try await scene.verification(all: false)
        #expect(
            following.rows.map(\.image.name?.full)
                == ["registry.example.com/web", "registry.example.com/worker"])
        #expect(following.summary == "2 images: 2 live, 0 not live, 0 unknown")
    }

    @Test func `what is unknown is not live, and fails only where that is asked for`() async throws
    {
        var scene = try ClusterScene()
        scene.removeAll(ofKind: "Pod")
        let lenient = try await scene.verification(all: false)
        #expect(!lenient.isLive && lenient.isValid && lenient.count(.unknown) == 2)
        #expect(try await !scene.verification(all: false, isStrict: true).isValid)
        scene.set("ImagePolicy/web", "status.latestRef.tag", "2")
        #expect(try await !scene.verification(all: false).isValid)
    }

    // MARK: Several clusters

    /// The same directory for a second cluster, whose Kustomizations have the same names.
    private func twoClusters() throws -> ClusterScene {
        var scene = try ClusterScene()
        for (path, bytes) in scene.repository {
            let text = String(decoding: bytes, as: UTF8.self)
            if path.hasPrefix("clusters/production/") {
                scene.write(
                    path.replacing("production", with: "staging"),
                    text.replacing("clusters/production", with: "clusters/staging")
                        .replacing("./apps", with: "./staging")
                        .replacing("./images", with: "./staging-images"))
            }
            if path.hasPrefix("apps/") {
                scene.write(
                    path.replacing("apps/", with: "staging/"),
                    text.replacing("1.4.2", with: "1.5.0"))
            }
        }
        return scene
    }

    @Test func `images of other clusters are left out, and counted`() async throws {
        let verification = try await twoClusters().verification(all: false)
        #expect(verification.rows.map(\.image.tag) == [.known("1.4.2"), .known("1.9.0")])
        #expect(verification.isLive && verification.otherClusters == 2)
        #expect(verification.summary.hasSuffix("0 unknown; 2 images of other clusters"))
    }

    /// Git moved the directory, and the cluster has not taken that up.
    @Test func `another path in the cluster than in Git is unknown`() async throws {
        var scene = try ClusterScene()
        scene.set("Kustomization/apps", "spec.path", "./former")
        let verification = try await scene.verification(all: false)
        #expect(verification.otherClusters == 0 && verification.count(.unknown) == 2)
    }

    @Test func `a directory that another repository applies is found by its path`() async throws {
        var scene = try ClusterScene()
        scene.repository = scene.repository.filter { !$0.key.hasPrefix("clusters/") }
        scene.write(
            "apps/kustomization.yaml", "resources: [web.yaml, worker.yaml, others.yaml]\n")
        #expect(try await scene.verification(all: false).isLive)
        scene.set("Kustomization/apps", "spec.path", "./somewhere")
        let row = try await scene.row("web")
        #expect(
            row.applied
                == .unknown("the cluster's list has no Kustomization that applies `./apps`"))
    }

    /// Without a kustomization, Flux applies all manifests below the directory.
    @Test(arguments: ["./apps", "./", ""])
    func `a directory that nothing builds is found by a path above it`(_ path: String) async throws
    {
        var scene = try ClusterScene()
        scene.repository = scene.repository.filter { !$0.key.hasPrefix("clusters/") }
        scene.set("Kustomization/apps", "spec.path", path)
        let verification = try await scene.verification()
        #expect(verification.rows.map(\.live) == Array(repeating: .yes, count: 6))
        scene.set("Kustomization/apps", "spec.path", "./apps/web")
        #expect(try await scene.verification().count(.unknown) == 6)
    }

    // MARK: Values at markers that are no images

    @Test func `a substituted tag is followed to the workloads of its image`() async throws {
        var scene = try ClusterScene()
        let apps = "clusters/production/apps.yaml"
        let text = String(decoding: scene.repository[apps] ?? [], as: UTF8.self)
        scene.write(
            apps,
            text.replacing(
                "  path: ./apps\n",
                with: "  path: ./apps\n  postBuild:\n    substitute:\n"
                    + "      WEB: 1.4.2 # {\"$imagepolicy\": \"flux-system:web:tag\"}\n"))
        let web = String(decoding: scene.repository["apps/web.yaml"] ?? [], as: UTF8.self)
        let line = #"web:1.4.2 # {"$imagepolicy": "flux-system:web"}"#
        scene.write("apps/web.yaml", web.replacing(line, with: "web:${WEB}"))
        let rows = try await scene.verification(all: false).rows
            .filter { $0.image.following?.policy.name == "web" }
        #expect(rows.map(\.live) == [.yes], "\(rows.map(\.running.reason))")
        #expect(rows.map(\.kustomization) == ["flux-system/flux-system"])
        scene.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3")
        #expect(try await scene.verification(all: false).count(.no) == 1)
    }

    // MARK: Names

    @Test func `images are named by their names, and by their policies`() async throws {
        let rows = try await ClusterScene().verification().rows
        func tags(_ name: String) -> [String?] {
            rows.filter { $0.image.isNamed(name) }.map(\.image.tag.text)
        }
        #expect(tags("registry.example.com/web") == ["1.4.2"])
        #expect(tags("registry.example.com/web:9") == ["1.4.2"])
        #expect(tags("flux-system/worker") == ["1.9.0"])
        #expect(tags("web") == ["1.4.2"])
        #expect(tags("eb") == [] && tags("apps/web") == [])
    }

    // MARK: Output

    @Test func `text shows a table, and the reasons for what is not live`() async throws {
        var scene = try ClusterScene()
        scene.set("ImagePolicy/web", "status.latestRef.tag", "1.4.3")
        scene.removeAll(ofKind: "Pod")
        let text = try await scene.verification(all: false).text(in: .plain)
        #expect(
            text == """
                IMAGE                              OBJECT                   COMMITTED  APPLIED  RUNNING  DECLARED
                registry.example.com/web:1.4.2     Deployment apps/web      no         yes      unknown  apps/web.yaml:18
                registry.example.com/worker:1.9.0  HelmRelease apps/worker  yes        yes      unknown  apps/worker.yaml:18

                registry.example.com/web:1.4.2 (apps/web.yaml:18)
                  committed  no       the policy `flux-system/web` has chosen `registry.example.com/web:1.4.3`, and Git has `registry.example.com/web:1.4.2`
                  applied    yes      the Kustomization `flux-system/apps` has applied `main@1111111`
                  running    unknown  the cluster's list has no Pod of the Deployment `apps/web`

                registry.example.com/worker:1.9.0 (apps/worker.yaml:18)
                  committed  yes      the policy `flux-system/worker` has chosen `1.9.0`
                  applied    yes      the Kustomization `flux-system/apps` has applied `main@1111111`, and Helm has released the HelmRelease `apps/worker`
                  running    unknown  the cluster's list has no Pod of the Deployment `apps/worker-main`

                """)
    }

    @Test func `control characters of a cluster do not reach a terminal`() async throws {
        var scene = try ClusterScene()
        scene.set("ImagePolicy/web", "status.latestRef.tag", "1\u{1B}[2J\u{202E}")
        scene.setCondition(
            "ImageUpdateAutomation/apps", "False", "\u{7}", "\u{1B}]0;x\u{7} and\r\nmore")
        let verification = try await scene.verification(all: false)
        for text in [
            verification.text(in: .plain),
            verification.rendered(
                as: .json, by: ToolIdentity(name: "sluice", version: "0"), in: .plain),
        ] {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(!text.contains("\u{202E}") && text.contains("2J"))
        }
    }
}
