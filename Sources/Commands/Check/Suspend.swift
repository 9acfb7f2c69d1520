import ArgumentParser
import CheckPipeline
import Fixes
import GitAccess
import Reports
import SourceText

/// `sluice suspend`: makes Flux stop reconciling objects.
struct Suspend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend",
        abstract: "Suspend objects of image automation in their manifests.",
        subcommands: [SuspendImage.self])
}

/// `sluice resume`: makes Flux reconcile objects again.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume objects of image automation in their manifests.",
        subcommands: [ResumeImage.self])
}

/// `sluice suspend image`.
struct SuspendImage: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Set spec.suspend of ImageRepositories or ImageUpdateAutomations.",
        discussion: """
            Changes the manifests in the work tree, and no other byte of them; what is suspended \
            already stays as it is. Commit and push the change for Flux to see it; --commit commits it, \
            and nothing else, with your `git`.

            Examples:
              sluice suspend image update flux-system
              sluice suspend image update flux-system --commit
              sluice suspend image repository web db --namespace apps

            Exit status: 0 done, 2 nothing was changed because something cannot be; 64 wrong usage.
            """)

    @OptionGroup var options: SuspensionOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        try await options.run(isSuspended: true)
    }
}

/// `sluice resume image`.
struct ResumeImage: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Unset spec.suspend of ImageRepositories or ImageUpdateAutomations.",
        discussion: """
            Changes the manifests in the work tree, and no other byte of them; what is not \
            suspended stays as it is. Commit and push the change for Flux to see it; --commit commits it, \
            and nothing else, with your `git`.

            Example:
              sluice resume image update flux-system

            Exit status: 0 done, 2 nothing was changed because something cannot be; 64 wrong usage.
            """)

    @OptionGroup var options: SuspensionOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        try await options.run(isSuspended: false)
    }
}

/// The arguments of `suspend image` and `resume image`.
struct SuspensionOptions: ParsableArguments {
    @Argument(help: "The kind of the objects: repository or update.")
    var kind: SuspensionPlan.Kind

    @Argument(help: "The names of the objects.")
    var names: [String]

    @OptionGroup var namespace: NamespaceOption

    @Option(
        name: .customLong("path"),
        help: "Change only what this file or directory declares; may be repeated.")
    var paths: [String] = []

    @Flag(help: "Commit the change; the files must have no other.")
    var commit = false

    @OptionGroup var repository: RepositoryOptions

    /// Plans all changes before writing any, and undoes them if not all can be written or committed.
    func run(isSuspended: Bool) async throws {
        let workspace = try repository.workspace()
        let plans = try await plans(isSuspended, in: workspace)
        let changes = plans.filter { $0.plan.before != $0.plan.after }
        let id = try write(changes, isSuspended, in: workspace)
        let state = isSuspended ? "suspended" : "resumed"
        for (name, plan) in plans {
            let end = plan.before == plan.after ? " already" : ""
            try Console.print(
                "\(plan.path.visible):\(plan.line): `\(name.visible)` is \(state)\(end)\n")
        }
        if let id { try Console.print("committed \(id.prefix(12))\n") }
    }

    /// Writes and, with `--commit`, commits the changes; returns the commit's id, or nil.
    private func write(
        _ changes: [(name: String, plan: SuspensionPlan)], _ isSuspended: Bool,
        in workspace: GitWorkspace
    ) throws -> String? {
        guard !changes.isEmpty else { return nil }
        let paths = Set(changes.map(\.plan.path)).sorted()
        let committer = commit ? try WorktreeCommit(workspace) : nil
        try committer?.refuseChanges(of: paths)
        let writer = try WorktreeWriter(workspace)
        var written: [SuspensionPlan] = []
        do {
            for (_, plan) in changes {
                try writer.replace(plan.path, plan.before, with: plan.after)
                written.append(plan)
            }
            return try committer?.commit(paths, message: message(of: changes, isSuspended))
        } catch {
            for plan in written.reversed() {
                try writer.replace(plan.path, plan.after, with: plan.before)
            }
            throw error
        }
    }

    /// The message of the commit, such as `Suspend ImageRepository apps/web`.
    private func message(
        of changes: [(name: String, plan: SuspensionPlan)], _ isSuspended: Bool
    ) -> String {
        let names = changes.map { "\(namespace.name)/\($0.name)" }.joined(separator: ", ")
        return "\(isSuspended ? "Suspend" : "Resume") \(kind.object) \(names)"
    }

    private func plans(
        _ isSuspended: Bool, in workspace: GitWorkspace
    ) async throws -> [(name: String, plan: SuspensionPlan)] {
        var snapshot = try workspace.snapshot(ofCommit: nil)
        let paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        let check = RepositoryCheck()
        var plans: [(name: String, plan: SuspensionPlan)] = []
        for name in names {
            let target = SuspensionPlan.Target(kind, namespace: namespace.name, name: name)
            let plan = try await check.plan(
                toSuspend: isSuspended, target, in: snapshot, paths: paths)
            // The next object may be in the same file.
            snapshot = snapshot.replacing([plan.path: plan.after])
            plans.append((name, plan))
        }
        return plans
    }
}

extension SuspensionPlan.Kind: ExpressibleByArgument {}
