import Foundation
import TestSupport
import Testing

/// Automations that check out a tag, a commit or another reference in place of a branch.
@Suite struct CheckoutTests {
    /// The remote has a release one commit before `main`, under several names.
    private struct ReleasedScene {
        let scene: AutomationScene
        let release: String

        init(_ reference: String, push: String = "\n    push: { branch: updates }") throws {
            scene = try AutomationScene()
            release = try scene.clone.git("rev-parse", "HEAD")
            for tag in ["v1.4.0", "v1.5.0", "v1.10.0-rc.1", "light"] {
                try scene.clone.git("tag", tag)
            }
            try scene.clone.git("tag", "--annotate", "--message", "a release", "v1.9.0")
            try scene.clone.git("push", "--quiet", "--tags", "origin")
            try scene.clone.git("push", "--quiet", "origin", "HEAD:refs/pull/7/head")
            let named = reference.replacing("RELEASE", with: release)
            let text = AutomationScene.automation(
                git: "\n    checkout: { ref: { \(named) } }\(push)")
            try scene.clone.commit([
                "flux-system/images.yaml": text, "apps/new.yaml": Manifest.podFollowing("web"),
            ])
            try scene.clone.git("push", "--quiet", "origin", "main")
        }

        func branch(_ name: String = "updates") throws -> String {
            try scene.remote.git("rev-parse", name)
        }

        /// Expects that the revision is the release with the new tag.
        func expectRelease(
            at revision: String, in repository: GitFixture, tag: String = "1.1.0",
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(
                try repository.git("rev-parse", "\(revision)~1") == release,
                sourceLocation: sourceLocation)
            #expect(
                try repository.git("diff", "--name-only", release, revision) == "apps/web.yaml",
                sourceLocation: sourceLocation)
            #expect(
                try repository.git("show", "\(revision):apps/web.yaml").contains("web:\(tag) #"),
                sourceLocation: sourceLocation)
        }
    }

    private static let references = [
        "tag: light", "tag: v1.9.0", "commit: RELEASE", "name: refs/tags/v1.9.0",
        "name: refs/pull/7/head", "semver: \">=1.4.0 <2.0.0\"", "semver: 1.4.0",
        "commit: RELEASE, branch: main", "tag: v1.9.0, semver: \">=9\"",
    ]

    @Test(arguments: references) func `commits go to the branch that is pushed to`(
        _ reference: String
    ) throws {
        let released = try ReleasedScene(reference)
        let scene = released.scene
        let main = try released.branch("main")
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("to `updates` of `origin`, which is new\n"))
        try released.expectRelease(at: "updates", in: scene.remote)
        #expect(try scene.update().output.hasSuffix("nothing to commit to `updates` of `origin`\n"))

        try scene.setTags(["web": ["1.2.0"]])
        let next = try scene.update()
        #expect(next.output.hasSuffix("to `updates` of `origin`, in place of what it held\n"))
        try released.expectRelease(at: "updates", in: scene.remote, tag: "1.2.0")
        #expect(try released.branch("main") == main)
        try scene.remote.git("fsck", "--strict")
        #expect(try scene.clone.git("for-each-ref", "refs/sluice").isEmpty)
    }

    @Test(arguments: ["tag: v1.9.0", "commit: RELEASE", "semver: 1.x"])
    func `without a push the release is read from the clone`(_ reference: String) throws {
        let released = try ReleasedScene(reference)
        let run = try released.scene.update("--no-push")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        try released.expectRelease(at: "updates", in: released.scene.clone)
        #expect(throws: GitFixture.Failure.self) { try released.branch() }
    }

    /// A tag and a commit that are only in the clone do not count.
    @Test(arguments: [
        ("tag: gone", "`origin` has no tag `gone`"),
        ("name: refs/pull/8/head", "`origin` has no reference `refs/pull/8/head`"),
        ("semver: \">=7\"", "`origin` has no tag within `>=7`"),
        ("commit: OWN", "`origin` has no commit"),
        ("tag: own", "`origin` has no tag `own`"),
    ])
    func `a reference that the remote lacks is reported`(_ reference: String, _ words: String)
        throws
    {
        let scene = try AutomationScene()
        try scene.clone.git("checkout", "--quiet", "-b", "own")
        let own = try scene.clone.commit(["apps/secret.yaml": "a: 1\n"])
        try scene.clone.git("tag", "own")
        try scene.clone.git("checkout", "--quiet", "main")
        try scene.clone.commit([
            "flux-system/images.yaml": AutomationScene.automation(
                git: "\n    checkout: { ref: { \(reference.replacing("OWN", with: own)) } }"
                    + "\n    push: { branch: updates }")
        ])
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains(words), "\(run.output)")
        #expect(try scene.remote.git("for-each-ref", "--format=%(refname)") == "refs/heads/main")
        #expect(try scene.clone.git("for-each-ref", "refs/sluice").isEmpty)
    }

    @Test func `several tags of one version are accepted if they name one commit`() throws {
        let released = try ReleasedScene("semver: \">=1.9.0\"")
        let scene = released.scene
        try scene.clone.git("tag", "1.9.0", "main")
        try scene.clone.git("push", "--quiet", "origin", "1.9.0")
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains("the tags `1.9.0` and `v1.9.0` are one version"))
        try scene.clone.git("push", "--quiet", "origin", "+\(released.release):refs/tags/1.9.0")
        #expect(try scene.update().status == 0)
        try released.expectRelease(at: "updates", in: scene.remote)
    }

    @Test func `a commit that a shallow clone lacks is fetched`() throws {
        let released = try ReleasedScene("commit: RELEASE")
        let scene = released.scene
        let shallow = GitFixture(at: "shallow", in: scene.clone.home)
        try shallow.git(
            ["clone", "--quiet", "--depth", "1", "file://\(scene.remote.path)", shallow.path],
            at: scene.clone.home.path)
        let run = try shallow.sluice(
            ["update", "--tags", "../tags.json"], with: ["SOURCE_DATE_EPOCH": "1700000000"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        try released.expectRelease(at: "updates", in: scene.remote)
    }
}
