internal import WebAccess

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
        var found: [ExistingPullRequest] = []
        var request: HTTPRequest? = api.search(state, branch: branch, base: base)
        var visited: Set<WebAddress> = []
        while let current = request {
            guard visited.insert(current.address).inserted else { throw exchange.malformed }
            guard visited.count <= Self.pageLimit else {
                // Of the closed ones the last come first, and older ones do not matter.
                if state == .closed { break }
                throw .tooManyPages(limit: Self.pageLimit)
            }
            let answer = try await exchange.success(of: current)
            guard let page = api.pullRequests(in: answer) else { throw exchange.malformed }
            found += page
            request = try next(after: answer, to: current, count: page.count)
        }
        return found.filter { existing in
            existing.isFromRepository && !existing.isMerged && existing.base == base
                && (branch == nil || existing.branch == branch)
        }
    }

    private static let pageLimit = 20

    /// The request for the page behind one, which is at the same server.
    private func next(
        after answer: HTTPAnswer, to request: HTTPRequest, count: Int
    ) throws(ForgeError) -> HTTPRequest? {
        guard let link = api.next(after: answer, to: request, count: count) else { return nil }
        guard let address = request.address.resolving(link),
            address.hasSameOrigin(as: request.address)
        else { throw exchange.malformed }
        var next = request
        next.address = address
        return next
    }
}
