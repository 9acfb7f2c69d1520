/// Questions about how commits follow each other.
///
/// The `git` program answers them, because libgit2 1.5 does not know where a shallow clone ends:
/// it takes the parents that are not there for damage.
extension GitWorkspace {
    /// The id of the commit that `revision` names; nil where this clone has none of that name.
    package func commit(_ revision: String) throws(GitError) -> String? {
        try history().lines(
            "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}")?.first
    }

    /// The tags of this clone, without `refs/tags/`.
    package func tags() throws(GitError) -> [String] {
        try history().lines("for-each-ref", "--format=%(refname:strip=2)", "refs/tags") ?? []
    }

    /// The branch that HEAD is on, without `refs/heads/`; nil where it is on none.
    package func currentBranch() throws(GitError) -> String? {
        let name = try history().lines("symbolic-ref", "--quiet", "HEAD")?.first
        return name.flatMap { $0.hasPrefix("refs/heads/") ? String($0.dropFirst(11)) : nil }
    }

    /// The branch that the current one follows, in full; nil for none, and for no branch.
    package func upstream() throws(GitError) -> String? {
        let program = try history()
        guard let branch = try program.lines("symbolic-ref", "--quiet", "HEAD")?.first else {
            return nil
        }
        return try program.lines("for-each-ref", "--format=%(upstream)", branch)?.first
    }

    /// The best common ancestor of two commits; nil where this clone has none.
    package func mergeBase(of first: String, and second: String) throws(GitError) -> String? {
        try history().lines("merge-base", first, second)?.first
    }

    /// The parents of a commit that this clone has, in their order.
    package func parents(of commit: String) throws(GitError) -> [String] {
        let line = try history().lines("rev-list", "--parents", "--max-count=1", commit)?.first
        return line?.split(separator: " ").dropFirst().map(String.init) ?? []
    }

    /// The id of a commit's tree.
    package func tree(of commit: String) throws(GitError) -> String? {
        try history().lines("rev-parse", "--verify", "--end-of-options", "\(commit)^{tree}")?.first
    }

    /// Which commits a push is compared with.
    package enum KnownCommits: Sendable {
        /// The commits of all branches and tags, as a server has them while it receives.
        case allReferences
        /// The commits that the named remote is known to have.
        case remote(String)
    }

    /// The start of a new branch that is pushed, as far as it is known.
    package enum BranchStart: Equatable, Sendable {
        /// The parent of the first commit that is new.
        case commit(String)
        /// The first commit that is new has no parent.
        case nothing
        /// No commit is new.
        case known
    }

    /// Where the commits up to `tip` begin that are not known yet.
    package func start(of tip: String, beyond known: KnownCommits) throws(GitError) -> BranchStart {
        let references =
            switch known {
            case .allReferences: "--all"
            case .remote(let name): "--remotes=\(name)"
            }
        let newest = try history().lines(
            "rev-list", "--first-parent", "--reverse", tip, "--not", references)
        guard let first = newest?.first else { return .known }
        return try parents(of: first).first.map(BranchStart.commit) ?? .nothing
    }

    func history() throws(GitError) -> GitProgram {
        try program(knowing: "the history of shallow clones")
    }

    func program(knowing subject: String) throws(GitError) -> GitProgram {
        guard let program = GitProgram(environment: environment) else {
            throw .programMissing(reason: "only it knows \(subject)")
        }
        return program
    }
}
