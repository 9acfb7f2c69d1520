import WebAccess

extension ForgeClient {
    /// The open pull request of a branch of the repository, whole.
    func openPullRequest(
        _ branch: String, into base: String
    ) async throws(ForgeError) -> ExistingPullRequest? {
        let found = try await pullRequests(.open, branch: branch, base: base)
        guard let first = found.min(by: { $0.number < $1.number }) else { return nil }
        guard let request = api.reading(first.number) else { return first }
        let answer = try await exchange.success(of: request)
        guard let whole = api.pullRequest(in: answer) else { throw exchange.malformed }
        return whole
    }

    /// The last one with this key that was closed without a merge.
    func declined(
        _ request: PullRequest, _ keyLine: KeyLine
    ) async throws(ForgeError) -> ExistingPullRequest? {
        try await pullRequests(.closed, branch: request.branch, base: request.base)
            .filter { keyLine.isIn($0.body) }
            .max { $0.number < $1.number }
    }

    /// The pull requests of branches of the repository itself: a fork may have the same branch.
    func pullRequests(
        _ state: SearchedState, branch: String?, base: String
    ) async throws(ForgeError) -> [ExistingPullRequest] {
        let pages = exchange.pages(
            from: api.search(state, branch: branch, base: base), of: api)
        // Of the closed ones the last come first, and older ones do not matter.
        let found = try await pages.all(of: "pull requests", isOpenEnded: state == .closed) {
            api.pullRequests(in: $0)
        }
        return found.filter { existing in
            existing.isFromRepository && !existing.isMerged && existing.base == base
                && (branch == nil || existing.branch == branch)
        }
    }
}
