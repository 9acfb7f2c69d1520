import ArgumentParser
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import Reports
import SourceText
import Triage

/// The options that choose the commit to compare with.
struct BaseOptions: ParsableArguments {
    enum GuardSource: String, CaseIterable, ExpressibleByArgument {
        case base
        case head
    }

    @Option(
        name: .customLong("base"),
        help: ArgumentHelp(
            "Tell what is new since the point where this commit and what is checked part; auto: "
                + "as the CI system says, or the branch's upstream.", valueName: "rev"))
    var revision: String?

    @Option(
        name: .customLong("config-from"),
        help: "With --base, whose configuration and baseline hold: base or head.")
    var guardSource: GuardSource = .base

    func validate() throws {
        if guardSource == .head, revision == nil {
            throw ValidationError("--config-from goes with --base")
        }
    }
}

extension GitWorkspace {
    /// Resolves `--base` for the commit that is checked, or that the working tree is at.
    ///
    /// Returns nil, and prints why, if there is nothing to compare with.
    func comparisonBase(_ revision: String, of head: String) throws -> Snapshot? {
        let base: ComparisonBase
        if revision == "auto" {
            base = try automaticBase(of: head)
        } else {
            let named = try snapshot(of: .revision(revision))
            guard try commit(revision) != nil else { return named }
            base = try self.base(of: head, among: [.mergeBase(with: revision)])
        }
        switch base {
        case .revision(let id): return try snapshot(of: .revision(id))
        case .tip(let id, let name):
            Console.note(
                "compared with the tip of `\(name.visible)`, because this clone does not hold the commit "
                    + "where the histories part; `git fetch --unshallow` gets it")
            return try snapshot(of: .revision(id))
        case .nothing(let reason):
            Console.note("everything is reported: \(reason.visible)")
            return nil
        }
    }

    private func automaticBase(of head: String) throws -> ComparisonBase {
        guard let system = ContinuousIntegration.current else {
            let branches = [try upstream(), "refs/remotes/origin/HEAD"]
            return try base(
                of: head, among: branches.compactMap(\.self).map { .mergeBase(with: $0) })
        }
        guard !system.candidates.isEmpty else {
            return .nothing(reason: "\(system.name) names no commit to compare with")
        }
        return try base(of: head, among: system.candidates)
    }
}
