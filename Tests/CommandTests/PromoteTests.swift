import Foundation
import TestSupport
import Testing

/// `sluice promote` with a real registry, a real Git server and a forge's API.
@Suite(.enabled(if: RealRegistry.isThere, "docker-registry and skopeo are not installed"))
struct PromoteTests {
    typealias Scene = PromotionScene

    @Test func `the target gets the source's build by a pull request, and nothing twice`()
        async throws
    {
        let scene = try await Scene()
        let before = try scene.production(on: "main")
        let run = try scene.promote("web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try scene.branches() == ["main", Scene.branch])
        #expect(
            try scene.production(on: Scene.branch)
                == before.replacing(
                    "newTag: production-\(Scene.old)", with: "newTag: production-\(Scene.new)"))
        #expect(try scene.production(on: "main") == before)
        #expect(try scene.digest("production-\(Scene.new)") == scene.digest("staging-\(Scene.new)"))
        let request = try #require(scene.forge.entries.first)
        #expect(request.title == "Promote web \(Scene.new) to production")
        #expect(request.branch == Scene.branch && request.base == "main")
        #expect(request.body.contains("`staging` has run `staging-\(Scene.new)` since "))
        let tip = try scene.remote.git("rev-parse", Scene.branch)
        let writes = scene.forge.writes

        let again = try scene.promote("web")
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        #expect(again.output.contains("is there, with this digest"))
        #expect(try scene.remote.git("rev-parse", Scene.branch) == tip)
        #expect(scene.forge.writes == writes)
        #expect(!(run.output + run.errors).contains(FakeGitea.token))
        try await scene.forge.stop()
    }

    @Test func `a dry run shows all steps and writes nothing`() async throws {
        let scene = try await Scene()
        let run = try scene.promote("web", "--dry-run")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("tag production-\(Scene.new): would be put"))
        #expect(run.output.contains("\(Scene.branch) of origin, for main: would be pushed"))
        #expect(try scene.branches() == ["main"])
        #expect(try scene.digest("production-\(Scene.new)") == nil)
        #expect(scene.forge.entries.isEmpty)
        try await scene.forge.stop()
    }

    @Test func `another registry gets the image with its signatures`() async throws {
        let storage = try TemporaryDirectory()
        let other = try RealRegistry(storage: storage)
        let host = "127.0.0.1:\(other.port)"
        let scene = try await Scene()
        try scene.clone.commit([
            "apps/production/kustomization.yaml": scene.kustomization(
                "production", web: "newName: \(host)/org/web\n    newTag: production-\(Scene.old)")
        ])
        try scene.clone.git("push", "--quiet")
        let digest = try #require(try scene.digest("staging-\(Scene.new)"))
        try scene.sign(digest)
        let run = try scene.promote("web", "--as", "\(host)/org/web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try scene.digest("production-\(Scene.new)", at: host) == digest)
        let tag = digest.replacing(":", with: "-")
        #expect(try scene.digest("\(tag).sig", at: host) == scene.digest("\(tag).sig"))
        let referrers = try RealRegistry.skopeo(
            "inspect", "--raw", "--tls-verify=false", "docker://\(host)/org/web:\(tag)")
        #expect(referrers.contains("\"digest\""), "\(referrers)")
        let text = try scene.production(on: Scene.branch)
        #expect(text.contains("newName: \(host)/org/web\n    newTag: production-\(Scene.new)"))
        try await scene.forge.stop()
    }

    @Test func `a digest beside the tag follows it, and markers stay`() async throws {
        let scene = try await Scene()
        let old = try #require(try scene.digest("production-\(Scene.old)"))
        let new = try #require(try scene.digest("staging-\(Scene.new)"))
        let text = scene.kustomization(
            "production",
            web: "newTag: \"production-\(Scene.old)\" # the tag\n    digest: '\(old)'"
        )
        .replacing("\n", with: "\r\n")
        try scene.clone.commit(["apps/production/kustomization.yaml": text])
        try scene.clone.git("push", "--quiet")
        let run = try scene.promote("web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            try scene.remote.run(
                "git", "show", "\(Scene.branch):apps/production/kustomization.yaml"
            )
            .contains("digest: '\(new)'"))
        let bytes = text.replacing(
            "\"production-\(Scene.old)\" # the tag", with: "\"production-\(Scene.new)\" # the tag"
        )
        .replacing(old, with: new)
        let blob = try scene.remote.git(
            "rev-parse", "\(Scene.branch):apps/production/kustomization.yaml")
        try scene.home.write("expected", bytes)
        #expect(
            try scene.remote.git("hash-object", "--no-filters", "\(scene.home.path)/expected")
                == blob)
        try await scene.forge.stop()
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `every answer is valid by the schema`() async throws {
        let schema = PackageFolder.url.appending(path: "docs/schema/promote-v1.schema.json")
        let scene = try await Scene()
        let runs = [
            try scene.promote("web", "--dry-run", "--output", "json"),
            try scene.promote("web", "--output", "json"),
            try scene.promote("web", "--output", "json"),
            try scene.promote("nothing", "--output", "json"),
        ]
        for run in runs {
            #expect(try Python.schemaErrors(run.output, schema: schema) == "")
            let broken = run.output.replacing(#""closed""#, with: #""shut""#)
            #expect(try !Python.schemaErrors(broken, schema: schema).isEmpty)
        }
        try await scene.forge.stop()
    }

    @Test func `an image that is refused leaves nothing in the change of the others`()
        async throws
    {
        let scene = try await Scene()
        try scene.push("web", "2026-01-03", "production-\(Scene.new)")
        let run = try scene.promote("--all")
        #expect(run.status == 1)
        #expect(run.output.contains("org/web: refused"), "\(run.output)")
        let branch = try #require(try scene.branches().first { $0 != "main" })
        let text = try scene.production(on: branch)
        #expect(text.contains("newTag: production-\(Scene.old)"))
        #expect(text.contains("newTag: 'production-\(Scene.new)'"))
        try await scene.forge.stop()
    }

    @Test func `it works in every directory of the work tree`() async throws {
        let scene = try await Scene()
        let run = try scene.clone.sluice(
            scene.arguments(["web"]), in: "apps/staging", with: scene.variables)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains(" since 20"), "\(run.output)")
        try await scene.forge.stop()
    }

    @Test func `values of a HelmRelease are written at their markers`() async throws {
        func release(_ environment: String, _ tag: String, _ host: String) -> String {
            """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata:
              name: job
              namespace: \(environment)
            spec:
              interval: 10m
              chartRef: { kind: OCIRepository, name: job }
              values:
                image:
                  repository: "\(host)/org/api"   # where it is
                  tag: '\(tag)'

            """
        }
        let scene = try await Scene()
        let host = scene.host
        try scene.clone.commit([
            "apps/base/kustomization.yaml": "resources: [web.yaml]\n",
            "apps/staging/kustomization.yaml": "resources: [job.yaml]\n",
            "apps/production/kustomization.yaml": "resources: [job.yaml]\n",
            "apps/staging/job.yaml": release("staging", "staging-\(Scene.new)", host),
            "apps/production/job.yaml": release("production", "production-\(Scene.old)", host),
        ])
        try scene.clone.git("push", "--quiet")
        let run = try scene.promote("api")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let branch = "promote/production/api-\(Scene.new)"
        let text = try scene.remote.git("show", "\(branch):apps/production/job.yaml")
        #expect(
            text + "\n" == release("production", "production-\(Scene.new)", host)
                || text == release("production", "production-\(Scene.new)", host), "\(text)")
        try await scene.forge.stop()
    }

    @Test func `an entry that decides after the one with the tag is found out before a write`()
        async throws
    {
        let scene = try await Scene()
        let text = scene.kustomization("production", web: "newTag: production-\(Scene.old)")
        // The last entry for a name decides, and this one has no tag of its own to change.
        try scene.clone.commit([
            "apps/production/kustomization.yaml": text,
            "apps/production/nested/kustomization.yaml":
                "resources: [../]\nimages:\n  - name: \(scene.host)/org/web\n"
                + "    newTag: production-\(Scene.old)\n",
            "clusters/all.yaml": try scene.clone.git("show", "HEAD:clusters/all.yaml")
                .replacing("./apps/production", with: "./apps/production/nested") + "\n",
        ])
        try scene.clone.git("push", "--quiet")
        let run = try scene.promote("web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let nested = try scene.remote.git(
            "show", "\(Scene.branch):apps/production/nested/kustomization.yaml")
        #expect(nested.contains("newTag: production-\(Scene.new)"))
        #expect(try scene.production(on: Scene.branch).contains("newTag: production-\(Scene.old)"))
        try await scene.forge.stop()
    }

    @Test func `several images are one commit and one pull request`() async throws {
        let scene = try await Scene()
        let run = try scene.promote("--all")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let branch = try #require(try scene.branches().first { $0 != "main" })
        #expect(branch.hasPrefix("promote/production/2-images-"))
        let text = try scene.production(on: branch)
        #expect(text.contains("newTag: 'production-\(Scene.new)'"))
        #expect(!text.contains(Scene.old))
        #expect(try scene.digest("production-\(Scene.new)", of: "api") != nil)
        #expect(scene.forge.entries.map(\.title) == ["Promote 2 images from staging to production"])
        try await scene.forge.stop()
    }

    @Test func `a build that was made again is refused with both digests`() async throws {
        let scene = try await Scene()
        try scene.push("web", "2026-01-03", "production-\(Scene.new)")
        let tested = try #require(try scene.digest("staging-\(Scene.new)"))
        let rebuilt = try #require(try scene.digest("production-\(Scene.new)"))
        let run = try scene.promote("web")
        #expect(run.status == 1)
        #expect(run.output.contains(tested) && run.output.contains(rebuilt), "\(run.output)")
        #expect(try scene.branches() == ["main"])
        #expect(try scene.digest("production-\(Scene.new)") == rebuilt)
        #expect(scene.forge.entries.isEmpty)
        try await scene.forge.stop()
    }

    @Test func `a tag that was moved after the source tested it is refused`() async throws {
        let pinned = "sha256:" + String(repeating: "a", count: 64)
        let scene = try await Scene(
            staging: "newTag: staging-\(Scene.new)\n    digest: \(pinned)")
        let run = try scene.promote("web")
        #expect(run.status == 1)
        let moved = try #require(try scene.digest("staging-\(Scene.new)"))
        #expect(run.output.contains(pinned) && run.output.contains(moved), "\(run.output)")
        #expect(try scene.branches() == ["main"])
        try await scene.forge.stop()
    }

    @Test(arguments: [
        (["nothing"], "no image `nothing` runs in `staging`"),
        (["web", "--from", "test"], "there is no environment `test`"),
        (["web", "--base", "other"], "has no branch `other`"),
        (["web", "--remote", "other"], "there is no remote `other`"),
    ])
    func `what does not exist is named`(_ words: [String], _ reason: String) async throws {
        let scene = try await Scene()
        let run = try scene.clone.sluice(scene.arguments(words), with: scene.variables)
        #expect(run.status != 0)
        #expect((run.output + run.errors).contains(reason), "\(run.output)\(run.errors)")
        #expect(try scene.branches() == ["main"])
        try await scene.forge.stop()
    }

    @Test(arguments: ["a b", "web:1", "web@sha256:12", "${X}/web"])
    func `a name in the target that is none is wrong usage`(_ name: String) throws {
        let run = try GitFixture(files: [:]).sluice(
            ["promote", "web", "--to", "production", "--as", name])
        #expect(run.status == 64)
        #expect(run.errors.contains("--as takes the name of an image"), "\(run.errors)")
    }

    @Test func `an environment with errors has tested nothing`() async throws {
        let scene = try await Scene(staging: "newTag: latest")
        let run = try scene.promote("api")
        #expect(run.status == 1)
        #expect(run.output.contains("`staging` has errors of its own"), "\(run.output)")
        try await scene.forge.stop()
    }

    @Test func `a place that another environment uses is not changed`() async throws {
        let environments = ["staging", "production"].map { name in
            "  - {name: \(name), paths: [\"apps/\(name)/**\"], images: [\"**\"]}\n"
        }
        let scene = try await Scene(files: [
            ".sluice.yaml": "version: 1\nenvironments:\n" + environments.joined(),
            "apps/staging/kustomization.yaml": "namespace: staging\nresources: [../base]\n",
            "apps/production/kustomization.yaml":
                "namespace: production\nresources: [../base]\n",
            "apps/base/web.yaml": """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
            spec:
              containers:
                - name: web
                  image: registry.example/org/web:1.4.1

            """,
        ])
        let run = try scene.promote("web", "--from", "staging")
        #expect(run.status == 1)
        #expect(run.output.contains("is also deployed to `staging`"), "\(run.output)")
        try await scene.forge.stop()
    }

    @Test func `a pull request that somebody closed is not opened again`() async throws {
        let scene = try await Scene()
        _ = try scene.promote("web")
        scene.forge.close(1)
        try scene.remote.git("branch", "--quiet", "-D", Scene.branch)
        let run = try scene.promote("web")
        #expect(run.status == 1)
        #expect(run.output.contains("somebody closed"), "\(run.output)")
        #expect(scene.forge.entries.count == 1)
        #expect(try scene.branches() == ["main"])
        try await scene.forge.stop()
    }

    @Test func `the pull request of an older version is closed`() async throws {
        let scene = try await Scene()
        _ = try scene.promote("web")
        let newer = "v1.4.3-3e4fabc-1700001800"
        try scene.push("web", "2026-01-04", "staging-\(newer)")
        try scene.clone.commit([
            "apps/staging/kustomization.yaml": scene.kustomization(
                "staging", web: "newTag: staging-\(newer)")
        ])
        try scene.clone.git("push", "--quiet")
        let run = try scene.promote("web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(scene.forge.entries.map(\.state) == ["closed", "open"])
        #expect(run.output.contains("closed http://forge.example/org/fleet/pulls/1"))
        try await scene.forge.stop()
    }

    @Test func `a branch that people changed is left alone`() async throws {
        let scene = try await Scene()
        _ = try scene.promote("web")
        try scene.clone.git("fetch", "--quiet")
        try scene.clone.git("checkout", "--quiet", Scene.branch)
        let theirs = try scene.clone.commit(["note.txt": "wait"], message: "Wait")
        try scene.clone.git("push", "--quiet", "origin", "HEAD:\(Scene.branch)")
        try scene.clone.git("checkout", "--quiet", "main")
        let run = try scene.promote("web")
        #expect(run.status == 1)
        #expect(run.output.contains("that is not a promotion"), "\(run.output)")
        #expect(try scene.remote.git("rev-parse", Scene.branch).hasPrefix(theirs))
        try await scene.forge.stop()
    }

    @Test func `two promotions at once end in one pull request`() async throws {
        let scene = try await Scene()
        let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
            let (arguments, variables) = (scene.arguments(["web"]), scene.variables)
            let clone = scene.clone
            for _ in 0..<2 { group.addTask { try clone.sluice(arguments, with: variables) } }
            return try await group.reduce(into: [ProgramRun]()) { $0.append($1) }
        }
        for run in runs { #expect(run.status == 0, "\(run.output)\(run.errors)") }
        #expect(try scene.branches() == ["main", Scene.branch])
        #expect(scene.forge.entries.map(\.state) == ["open"])
        #expect(
            try scene.remote.git("rev-list", "--count", "main..\(Scene.branch)") == "1")
        try await scene.forge.stop()
    }

    /// A state of the world after which a run is killed.
    enum Step: CaseIterable {
        case start
        case branch
        case tag
        case request

        func isReached(in scene: Scene) -> Bool {
            let tags =
                "\(scene.storage.path)/docker/registry/v2/repositories/org/web/_manifests/tags"
            let files = FileManager.default
            return switch self {
            case .start: true
            case .branch:
                files.fileExists(atPath: "\(scene.remote.path)/refs/heads/\(Scene.branch)")
            case .tag: files.fileExists(atPath: "\(tags)/production-\(Scene.new)/current/link")
            case .request: !scene.forge.entries.isEmpty
            }
        }
    }

    @Test(arguments: Step.allCases)
    func `a run that is killed after a step is finished by the next`(_ step: Step) async throws {
        let scene = try await Scene()
        try scene.kill(["web"]) { step.isReached(in: scene) }
        #expect(step.isReached(in: scene))
        let run = try scene.promote("web")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try scene.branches() == ["main", Scene.branch])
        #expect(try scene.remote.git("rev-list", "--count", "main..\(Scene.branch)") == "1")
        #expect(try scene.digest("production-\(Scene.new)") == scene.digest("staging-\(Scene.new)"))
        #expect(scene.forge.entries.map(\.state) == ["open"])
        try await scene.forge.stop()
    }
}
