import Foundation
import TestSupport
import Testing

/// Automations that push to another branch than the one that they check out.
@Suite struct PushBranchTests {
    private let scene: AutomationScene

    init() throws {
        scene = try AutomationScene(git: "\n    push: { branch: updates }")
    }

    private func branch(_ name: String = "updates") throws -> String {
        try scene.remote.git("rev-parse", name)
    }

    private func subjects() throws -> [String] {
        try scene.remote.git("log", "--format=%an: %s", "main..updates").split(separator: "\n")
            .map(String.init)
    }

    @Test func `a missing branch is made from the one that is checked out`() throws {
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("to `updates` of `origin`, which is new\n"))
        #expect(try scene.text(on: "updates").contains("web:1.1.0"))
        #expect(try scene.text(on: "main").contains("web:1.0.0"))
        #expect(
            try scene.remote.git("rev-parse", "updates~1", "main")
                == [branch("main"), branch("main")].joined(separator: "\n"))
        let before = try branch()
        #expect(try scene.update().output.hasSuffix("nothing to commit to `updates` of `origin`\n"))
        #expect(try branch() == before)
    }

    @Test func `the automation's own commits are made anew on the changed branch`() throws {
        #expect(try scene.update().status == 0)
        try scene.pushFromElsewhere(["README.md": "news\n"])
        try scene.setTags(["web": ["1.2.0"]])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("to `updates` of `origin`, in place of what it held\n"))
        #expect(try scene.text(on: "updates").contains("web:1.2.0"))
        #expect(try scene.text("README.md", on: "updates") == "news")
        #expect(try scene.remote.git("rev-parse", "updates~1") == branch("main"))
        #expect(try subjects() == ["fluxcdbot: Update flux-system/images"])
    }

    @Test(arguments: ["Ada", "fluxcdbot"])
    func `commits that were added elsewhere stay on the push branch`(
        _ author: String
    ) throws {
        #expect(try scene.update().status == 0)
        let other = GitFixture(at: "other", in: scene.clone.home)
        try other.git(
            ["clone", "--quiet", "-b", "updates", scene.remote.path, other.path],
            at: scene.clone.home.path)
        try other.write("notes.yaml", "note: mine\n")
        try other.git("add", "--all")
        let email = author == "Ada" ? "ada@example.org" : "fluxcdbot@example.org"
        try other.run(
            "env", "GIT_AUTHOR_NAME=\(author)", "GIT_AUTHOR_EMAIL=\(email)",
            "GIT_COMMITTER_NAME=\(author)", "GIT_COMMITTER_EMAIL=\(email)", "git", "commit",
            "--quiet", "--message", "mine")
        try other.git("push", "--quiet", "origin", "updates")
        try scene.pushFromElsewhere(["README.md": "news\n"])
        try scene.setTags(["web": ["1.2.0"]])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("to `updates` of `origin`, on top of what it holds\n"))
        #expect(try scene.text("notes.yaml", on: "updates") == "note: mine")
        #expect(try scene.text(on: "updates").contains("web:1.2.0"))
        #expect(
            try subjects() == [
                "fluxcdbot: Update flux-system/images", "\(author): mine",
                "fluxcdbot: Update flux-system/images",
            ])
    }

    @Test func `commits of another automation stay on the push branch`() throws {
        try scene.pushFromElsewhere([
            "flux-system/second.yaml": AutomationScene.automation(
                "second", git: "\n    push: { branch: updates }"
            ).replacing("./apps", with: "./more"),
            "more/web.yaml": Manifest.podFollowing("web"),
        ])
        try scene.clone.git("pull", "--quiet")
        for tag in ["1.1.0", "1.2.0"] {
            try scene.setTags(["web": [tag]])
            #expect(try scene.update().status == 0)
            #expect(try scene.text("apps/web.yaml", on: "updates").contains("web:\(tag)"))
            #expect(try scene.text("more/web.yaml", on: "updates").contains("web:\(tag)"))
        }
    }

    @Test func `the option flux-push-branch continues the branch as it is`() throws {
        #expect(try scene.update().status == 0)
        try scene.pushFromElsewhere(["README.md": "news\n"])
        try scene.setTags(["web": ["1.2.0"]])
        let run = try scene.update("--flux-push-branch")
        #expect(run.output.hasSuffix("to `updates` of `origin`, on top of what it holds\n"))
        #expect(try subjects().count == 2)
        #expect(
            try scene.remote.git("ls-tree", "--name-only", "updates").contains("README") == false)
    }

    @Test func `a branch that was merged starts again`() throws {
        #expect(try scene.update().status == 0)
        try scene.remote.git("update-ref", "refs/heads/main", "refs/heads/updates")
        #expect(try scene.update().output.hasSuffix("nothing to commit to `updates` of `origin`\n"))
        try scene.setTags(["web": ["1.2.0"]])
        #expect(try scene.update().status == 0)
        #expect(try subjects().count == 1)
    }

    @Test func `a refspec and push options are used only if manifests are trusted`() throws {
        try scene.remote.git("config", "receive.advertisePushOptions", "true")
        try scene.clone.home.writeProgram(
            "remote.git/hooks/pre-receive",
            "#!/bin/sh\necho \"$GIT_PUSH_OPTION_COUNT $GIT_PUSH_OPTION_0\" >> ../options\n")
        try scene.pushFromElsewhere([
            "flux-system/images.yaml": AutomationScene.automation(
                git: """

                        push:
                          branch: updates
                          refspec: refs/heads/updates:refs/heads/copy
                          options: { merge_request.create: "" }
                    """)
        ])
        try scene.clone.git("pull", "--quiet")
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains("its manifest has `git.push.refspec`, which counts with"))
        let trusted = try scene.update("--trust-manifest-remotes")
        #expect(trusted.status == 0, "\(trusted.output)")
        #expect(try branch("copy") == branch())
        #expect(try scene.clone.home.text(of: "options").contains("1 merge_request.create=\n"))
    }
}
