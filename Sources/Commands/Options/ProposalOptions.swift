import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import Promotion

/// Where a promotion is proposed: the remote, its branch, and the pull request.
struct ProposalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Fetch from and push to this remote; by default that of the current branch, else "
                + "origin.", valueName: "name"))
    var remote: String?

    @Option(
        name: .customLong("base"),
        help: ArgumentHelp(
            "The branch of the remote to promote on; by default the one that the current branch "
                + "follows.", valueName: "branch"))
    var base: String?

    @OptionGroup var forge: ForgeOptions

    @Option(
        name: .customLong("request-file"),
        help: ArgumentHelp(
            "Write title and body of the pull request to this file, and open none.",
            valueName: "file"))
    var requestFile: String?

    @OptionGroup var signing: SigningOptions

    func validate() throws {
        if requestFile != nil, forge.isUsed {
            throw ValidationError("--request-file goes without --forge and --forge-url")
        }
    }

    func remote(in workspace: GitWorkspace) throws -> GitRemote {
        let name = try remote ?? upstream(in: workspace)?.remote ?? "origin"
        let remotes = try workspace.remotes()
        guard let found = remotes.first(where: { $0.name == name }) else {
            throw PromotionObstacle.noRemote(name, known: remotes.map(\.name))
        }
        return found
    }

    func baseBranch(in workspace: GitWorkspace) throws -> String {
        if let base { return base }
        if let branch = try upstream(in: workspace)?.branch { return branch }
        guard let branch = try workspace.currentBranch() else {
            throw CommandError("HEAD is on no branch; name the branch to promote on with --base")
        }
        return branch
    }

    /// The parts of `refs/remotes/REMOTE/BRANCH`; either may have slashes.
    private func upstream(
        in workspace: GitWorkspace
    ) throws -> (remote: String, branch: String)? {
        guard let reference = try workspace.upstream() else { return nil }
        let beginnings = try workspace.remotes().map { ($0.name, "refs/remotes/\($0.name)/") }
        return beginnings.first { reference.hasPrefix($0.1) }.map { name, beginning in
            (name, String(reference.dropFirst(beginning.count)))
        }
    }

    /// An error tells what is missing before anything is written.
    ///
    /// - Parameter isDryRun: A dry run needs no token.
    func request(for remote: GitRemote, isDryRun: Bool) throws -> ProposalPlace {
        if let requestFile {
            return .file(requestFile) { text in
                try Data(text.utf8).write(to: URL(filePath: requestFile), options: .atomic)
            }
        }
        do throws(ForgeError) {
            return .request(try forge.place(for: remote, isDryRun: isDryRun))
        } catch {
            throw CommandError("\(error); or give --request-file")
        }
    }
}
