import ArgumentParser
import CheckPipeline
import ClusterState
import Explanations
import FoundationEssentials
import GitAccess
import Reports
import RepositoryLinking

/// `sluice verify`: which images are live in a cluster.
struct Verify: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Tell which images are live in a cluster, and where the others are held up.",
        discussion: """
            Answers three questions about each image that follows a policy: whether Git has what \
            the policy has chosen (committed), whether the cluster has applied the commit that \
            brought it (applied), and whether the pods run it (running). What cannot be seen is \
            unknown, never a yes.

            Examples:
              sluice verify --kubectl production
              sluice verify --kubectl production --registry --wait 10m flux-system/web
              kubectl get kustomizations,deployments,pods -A -o json | sluice verify --from - --all

            Exit status: 0 no image is known not to be live, 1 one is not, or one is unknown with \
            --strict or at the end of --wait, 2 something cannot be read, 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp(
            "Verify only these images, named in full or by the end of their names, whether they "
                + "follow a policy or not, and images that follow these policies (NAMESPACE/NAME).",
            valueName: "image|policy"))
    var names: [String] = []

    @OptionGroup var cluster: ClusterOptions

    @Flag(help: "Verify images that follow no policy, too.")
    var all = false

    @Flag(help: "Fail where something is unknown, too.")
    var strict = false

    @Option(name: .customLong("rev"), help: "Verify what this commit has.")
    var revision = "HEAD"

    @Flag(
        help: "Ask registries which digest a tag has now, and which images an index consists of.")
    var registry = false

    @OptionGroup var registries: RegistryOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if registries.areUsed, !registry {
            throw ValidationError(
                "--registry-auth, --insecure-registry and --registry-ca go with "
                    + "--registry")
        }
    }

    func run() async throws {
        let subject = try await subject()
        let verification = try await verification(of: subject)
        for (kind, reason) in verification.unread {
            Console.note("not read: \(kind) objects: \(reason.visible)")
        }
        let text = verification.rendered(as: options.output, by: .sluice, in: options.color.style())
        try Console.print(text)
        Console.note(verification.isEmpty ? noImages(verification) : verification.summary)
        let isLate = cluster.wait != nil && !verification.isLive
        if !verification.isValid || isLate { throw ExitStatus.findings }
    }

    private func noImages(_ verification: Verification) -> String {
        verification.summary
            + (names.isEmpty && !all ? "; --all verifies those without policy" : "")
    }

    // MARK: What is verified

    /// The answers of Git and registries, which does not change while a cluster is waited for.
    private struct Subject {
        let commit: String
        let all: [VerifiedImage]
        let images: [VerifiedImage]
        let history: WorkspaceHistory
        let contents: Contents
    }

    private typealias Contents = [ImageQuestion: ImageContent]

    private func subject() async throws -> Subject {
        let line = WaitingLine("reading the repository")
        defer { line.clear() }
        let workspace = try repository.workspace()
        if revision == "HEAD", try workspace.head() == nil { throw GitError.unbornHead }
        guard let commit = try workspace.commit(revision) else {
            throw CommandError("`\(revision)` is no commit of this clone")
        }
        let model = try await RepositoryCheck().model(of: workspace.snapshot(ofCommit: commit))
        let all = VerifiedImage.all(in: model)
        let images = try wanted(of: all)
        let contents = try await line.aside { () async throws -> Contents in
            try await self.contents(of: images)
        }
        return Subject(
            commit: commit, all: all, images: images,
            history: WorkspaceHistory(workspace, tip: commit), contents: contents)
    }

    private func wanted(of images: [VerifiedImage]) throws -> [VerifiedImage] {
        if names.isEmpty { return all ? images : images.filter(\.isFollowing) }
        for name in names where !images.contains(where: { $0.isNamed(name) }) {
            throw CommandError("the repository deploys no image, and follows no policy, `\(name)`")
        }
        return images.filter { image in names.contains { image.isNamed($0) } }
    }

    private func contents(of images: [VerifiedImage]) async throws -> Contents {
        guard registry else { return [:] }
        return try await registries.contents(of: Set(images.compactMap(\.question)))
    }

    // MARK: The cluster

    private func verification(of subject: Subject) async throws -> Verification {
        let isLive: (Verification) -> Bool = { $0.isLive }
        let words: (Verification) -> String = {
            "\($0.count(.yes)) of \(counted($0.count, "image")) live"
        }
        return try await cluster.observed(until: isLive, words) { objects in
            Verification(
                of: subject.images, among: subject.all, at: subject.commit, in: objects,
                subject.history, contents: subject.contents, isStrict: strict)
        }
    }
}
