package import GitAccess
import ManifestFacts
package import RepositoryLinking

/// The task of one automation, by its manifest and the run's options.
package struct AutomationTask: Sendable {
    package let automation: LinkedAutomation
    package let checkout: Checkout
    package let pushBranch: String
    /// Of its GitRepositories, each once; empty where none is declared.
    package let addresses: [String]
    /// Also the committer, as in Flux.
    package let author: CommitPerson
    /// Nil where its commits need no signature.
    package let signature: SignatureForm?
    /// The reference that its commits are pushed to as well.
    package let copy: PushCopy?
    package let pushOptions: [String]

    package init(
        _ automation: LinkedAutomation, in model: RepositoryModel, _ options: AutomationOptions
    ) throws(AutomationObstacle) {
        if automation.isSuspended { throw .suspended }
        let manifest = AutomationManifest(automation)
        try manifest.check()
        let sources = model.sources(of: automation)
        let branches = try manifest.branches(sources, current: options.currentBranch)
        for branch in [branches.checkout.branch, branches.push].compactMap(\.self)
        where !BranchMove.isBranch(branch) {
            throw .invalidBranch(branch)
        }
        self.automation = automation
        checkout = branches.checkout
        pushBranch = branches.push
        addresses = try manifest.addresses(sources)
        author = try manifest.author()
        signature = try manifest.signature()
        copy = try manifest.copy(ofBranch: pushBranch)
        pushOptions = try manifest.pushOptions()
        guard options.pushes, !options.trustsManifests else { return }
        if copy != nil { throw .untrusted(field: "git.push.refspec") }
        if !pushOptions.isEmpty { throw .untrusted(field: "git.push.options") }
    }
}

/// A second reference that a push goes to.
package struct PushCopy: Hashable, Sendable {
    /// In full.
    package let reference: String
    /// Whether what is there may be replaced.
    package let isForced: Bool

    /// Reads `[+]SOURCE:TARGET` where the source is the branch, the only thing that is pushed.
    init?(refspec: String, branch: String) {
        let plain = refspec.hasPrefix("+") ? refspec.dropFirst() : refspec[...]
        let sides = plain.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, ["refs/heads/\(branch)", branch, "HEAD"].contains(sides[0]),
            sides[1].hasPrefix("refs/")
        else { return nil }
        reference = sides[1]
        isForced = refspec.hasPrefix("+")
    }
}
