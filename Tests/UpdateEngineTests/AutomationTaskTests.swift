import CheckPipeline
import GitAccess
import RepositoryLinking
import SourceText
import TestSupport
import Testing

@testable import UpdateEngine

/// The task of an automation, from its manifests.
struct AutomationTaskTests {
    private static let source = """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: GitRepository
        metadata: { name: fleet, namespace: apps }
        spec: { url: "ssh://git@git.example.org/fleet", ref: { branch: main } }
        ---

        """

    private static func automation(_ git: String, _ spec: String = "") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: images, namespace: apps }
        spec:
          sourceRef: { kind: GitRepository, name: fleet }
          git:
            commit: { author: { name: Bot, email: bot@example.org } }
        \(git.split(separator: "\n").map { "    \($0)\n" }.joined())\(spec)

        """
    }

    /// The task of the first automation of a text, or the reason why there is none.
    private static func task(
        _ text: String, _ options: AutomationOptions = AutomationOptions()
    ) async throws -> AutomationTask {
        let ground = try await RepositoryCheck(rules: [], workerCount: 1)
            .ground(of: Snapshot(files: ["a.yaml": Array(text.utf8), "apps/b.yaml": []]))
        let automation = try #require(ground.model.automations.automations.first)
        return try AutomationTask(automation, in: ground.model, options)
    }

    private static func obstacle(
        _ text: String, _ options: AutomationOptions = AutomationOptions()
    ) async throws -> String {
        do {
            _ = try await task(text, options)
            return ""
        } catch let obstacle as AutomationObstacle {
            return obstacle.description
        }
    }

    @Test(arguments: [
        ("", "main", "main"),
        ("push: { branch: updates }", "main", "updates"),
        ("checkout: { ref: { branch: staging } }", "staging", "staging"),
        ("checkout: { ref: { branch: staging } }\npush: { branch: main }", "staging", "main"),
        ("checkout: { ref: { name: refs/heads/x, branch: y } }\npush: { branch: z }", "x", "z"),
        ("checkout: {}\npush: { branch: updates }", "master", "updates"),
    ]) func `branches are those of the checkout and the push`(
        _ git: String, _ checkout: String, _ push: String
    ) async throws {
        let task = try await Self.task(Self.source + Self.automation(git))
        #expect((task.checkout, task.pushBranch) == (.branch(checkout), push))
        #expect(task.addresses == ["ssh://git@git.example.org/fleet"])
        #expect(task.author == CommitPerson(name: "Bot", email: "bot@example.org"))
    }

    @Test(arguments: [("", "here", "here"), ("push: { branch: updates }", "here", "updates")])
    func `the current branch stands in for the one that is checked out`(
        _ git: String, _ checkout: String, _ push: String
    ) async throws {
        var options = AutomationOptions()
        options.currentBranch = "here"
        for text in [Self.source + Self.automation(git), Self.automation(git)] {
            let task = try await Self.task(text, options)
            #expect((task.checkout, task.pushBranch) == (.branch(checkout), push))
        }
    }

    private static let commit = String(repeating: "0123456789", count: 4)

    @Test(arguments: [
        ("tag: v1", Checkout.reference("refs/tags/v1")),
        ("tag: v1, branch: main", .reference("refs/tags/v1")),
        ("semver: \">=1.0\", branch: main", .version(">=1.0")),
        ("tag: v1, semver: \">=1.0\"", .reference("refs/tags/v1")),
        ("name: refs/pull/7/head, tag: v1", .reference("refs/pull/7/head")),
        ("commit: \(commit), name: refs/heads/x, branch: main", .commit(commit)),
    ]) func `the strongest member of a reference is checked out`(
        _ reference: String, _ checkout: Checkout
    ) async throws {
        let git = "checkout: { ref: { \(reference) } }\npush: { branch: updates }"
        let task = try await Self.task(Self.source + Self.automation(git))
        #expect((task.checkout, task.pushBranch) == (checkout, "updates"))
    }

    @Test(arguments: [
        ("checkout: { ref: { tag: v1 } }", "", "neither `git.push.branch` nor"),
        ("checkout: { ref: { tag: v1, branch: main } }", "", "Flux is on no branch then"),
        (
            "checkout: { ref: { tag: v1, branch: main } }\npush: { branch: main }", "",
            "push to the branch `main`, which its checkout names beside"
        ),
        ("checkout: { ref: { commit: abc } }\npush: { branch: x }", "", "`abc` is not a commit"),
        ("checkout: { ref: { semver: x.y.z. } }\npush: { branch: x }", "", "is not a semver"),
        ("checkout: { ref: { name: pull/7 } }\npush: { branch: x }", "", "`pull/7` is not a name"),
        ("checkout: { ref: { tag: a..b } }\npush: { branch: x }", "", "`a..b` is not a tag"),
        ("checkout: { ref: { name: refs/heads/x } }", "", "neither `git.push.branch` nor"),
        ("checkout: {}", "", "neither `git.push.branch` nor"),
        ("checkout: { ref: { branch: \"${branch}\" } }", "", "a variable stands in it"),
        ("push: { refspec: \"refs/heads/main:refs/heads/x\" }", "", "`--trust-manifest-remotes`"),
        ("push: { options: { ci.skip: \"\" } }", "", "`--trust-manifest-remotes`"),
        ("", "  suspend: true", "it is suspended"),
        ("", "  update: { path: ./gone }", "`gone` is not there"),
        ("", "  update: { strategy: Other }", "there is no strategy but `Setters`"),
    ])
    func `a task that cannot be done has its reason`(_ git: String, _ spec: String, _ words: String)
        async throws
    {
        let obstacle = try await Self.obstacle(Self.source + Self.automation(git, spec))
        #expect(obstacle.contains(words), "\(obstacle)")
    }

    @Test func `a missing or ambiguous source is an error`() async throws {
        #expect(try await Self.obstacle(Self.automation("")).hasPrefix("its GitRepository is not"))
        let other = Self.source.replacing("branch: main", with: "branch: other")
        let several = try await Self.obstacle(Self.source + other + Self.automation(""))
        #expect(several.hasPrefix("several GitRepositories may be its own"))
    }

    @Test func `refspecs and push options are used if manifests are trusted`() async throws {
        var options = AutomationOptions()
        options.trustsManifests = true
        let push = "push: { refspec: \"+HEAD:refs/for/main\", options: { b: \"1\", a: \"\" } }"
        let task = try await Self.task(Self.source + Self.automation(push), options)
        #expect(task.copy?.reference == "refs/for/main" && task.copy?.isForced == true)
        #expect(task.pushOptions == ["a=", "b=1"])
        let other = push.replacing("HEAD", with: "refs/heads/other")
        let obstacle = try await Self.obstacle(Self.source + Self.automation(other), options)
        #expect(obstacle.contains("does not take the push branch"))
    }
}
