package import RepositoryLinking

/// Why an automation is not run; nothing of it has been done.
package enum AutomationObstacle: Error, Hashable, Sendable {
    case suspended
    /// None of the local remotes is what its GitRepository names.
    case otherRemote(addresses: [String])
    /// There is none of the name that is given.
    case noRemote(String)
    /// A field that the repository leaves open, or that Flux does not accept.
    case open(OpenField)
    case sourceMissing
    /// Several GitRepositories may be meant, and check out different branches.
    case severalSources
    case noPushBranch
    /// The reference that it checks out names, beside something stronger, the branch to push to.
    case detached(branch: String)
    /// No reference: as in `commit` and `abc`.
    case invalidCheckout(member: String, String)
    /// Of one version, and of different commits.
    case severalTags([String])
    case invalidBranch(String)
    case untrusted(field: String)
    case unusableRefspec(String)
    case unusableOptions
    /// Its commit message cannot be made; with the reason.
    case noMessage(String)
    case noKey(SignatureForm)
    case unusableKey(String)
    case missing(Checkout, remote: String?)
    /// Pull requests are wanted, and the remote is not one of this clone.
    case noRequest(remote: String)
    /// The branch that it checks out does not declare it any more, or declares it otherwise.
    case changedMeanwhile(branch: String)

    /// Whether the automation is left alone here on purpose.
    var isExpected: Bool {
        switch self {
        case .suspended, .otherRemote: true
        default: false
        }
    }
}

extension AutomationObstacle: CustomStringConvertible {
    /// One clause, lower case, no full stop.
    package var description: String {
        switch self {
        case .suspended: "it is suspended"
        case .otherRemote(let addresses):
            "no remote is at \(Self.list(addresses)); `--remote` names the one that is meant"
        case .noRemote(let name): "there is no remote `\(name)`; `git remote` lists them"
        case .open(let field): "`\(field.name)`: \(field.reason)"
        case .sourceMissing:
            "its GitRepository is not declared here; `--here` and `--remote` say where it works"
        case .severalSources:
            "several GitRepositories may be its own, and check out different branches"
        case .detached(let branch):
            "it would push to the branch `\(branch)`, which its checkout names beside what it "
                + "checks out: Flux is on no branch then; `git.push.branch` names another"
        case .invalidCheckout(let member, let text):
            "`\(text)` is not a \(member) that can be checked out"
        case .severalTags(let tags):
            "the tags \(tags.map { "`\($0)`" }.joined(separator: " and ")) are one version"
        case .noPushBranch: "neither `git.push.branch` nor a checkout names a branch to push to"
        case .invalidBranch(let branch): "`\(branch)` is not a valid branch name"
        case .untrusted(let field):
            "its manifest has `\(field)`, which counts with `--trust-manifest-remotes` alone"
        case .unusableRefspec(let text):
            "the refspec `\(text)` does not take the push branch to a reference in full"
        case .unusableOptions: "a push option holds a line break"
        case .noMessage(let reason): reason
        case .noKey(let form):
            "its commits are signed with a key that only the cluster has; `--signing-key` names "
                + "another \(form.words)"
        case .unusableKey(let reason): reason
        case .missing(let checkout, let remote?): "`\(remote)` has no \(checkout)"
        case .missing(let checkout, nil): "there is no \(checkout) here"
        case .noRequest(let remote):
            "only its manifest names `\(remote)`, and no token for pull requests goes there; "
                + "`git remote add` makes it one of this clone"
        case .changedMeanwhile(let branch):
            "the branch `\(branch)` does not declare it in the same way; pull it and run again"
        }
    }

    private static func list(_ texts: [String]) -> String {
        texts.map { "`\($0)`" }.joined(separator: " or ")
    }
}
