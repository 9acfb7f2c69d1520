package import WebAccess

/// Opens, refreshes and closes pull requests on one forge.
///
/// It works by what the forge has, and keeps nothing: a run that broke off is simply repeated, and
/// of two runs at once one opens the pull request and the other finds it.
package struct ForgeClient: Sendable {
    package let repository: ForgeRepository
    let api: any ForgeAPI
    let exchange: ForgeExchange

    package init(_ repository: ForgeRepository, token: ForgeToken, web: WebClient) {
        self.repository = repository
        api = repository.requests
        exchange = ForgeExchange(repository: repository, token: token, web: web)
    }

    /// Opens a pull request, or refreshes the one that is open for its branch and base.
    ///
    /// One that has the title and the body already is left alone. Where somebody closed one with
    /// the same key without merging it, nothing is opened.
    package func open(
        _ request: PullRequest
    ) async throws(ForgeError) -> PullRequestOutcome {
        let text = PullRequestText(request, for: repository.kind)
        if let existing = try await openPullRequest(request.branch, into: request.base) {
            return try await refresh(existing, text)
        }
        if let declined = try await declined(request, text.keyLine) {
            return PullRequestOutcome(.declined, declined)
        }
        return try await create(request, text)
    }

    /// The pull request with the same key that somebody closed without merging it; nil if there is
    /// none, or another one is open.
    package func declined(
        _ request: PullRequest
    ) async throws(ForgeError) -> PullRequestOutcome? {
        guard try await openPullRequest(request.branch, into: request.base) == nil else {
            return nil
        }
        let text = PullRequestText(request, for: repository.kind)
        return try await declined(request, text.keyLine).map {
            PullRequestOutcome(.declined, $0)
        }
    }

    /// Closes the pull request of a branch that is not needed any more, with the reason as a
    /// comment; nil if none is open.
    ///
    /// One without this program's key stays open, for somebody else wrote it.
    package func close(
        branch: String, base: String, because reason: String
    ) async throws(ForgeError) -> PullRequestOutcome? {
        guard let existing = try await openPullRequest(branch, into: base) else { return nil }
        guard
            let body = KeyLine.obsoleteBody(of: existing.body, kind: repository.kind)
        else {
            return PullRequestOutcome(
                .unchanged, existing, omission: "it was not opened by sluice, and stays open")
        }
        let omission = await omission(
            "the reason could not be given as a comment",
            of: api.comment(reason, on: existing.number))
        for step in api.closing(existing, body: body) {
            _ = try await exchange.success(of: step)
        }
        return PullRequestOutcome(.closed, existing, omission: omission)
    }

    /// The pull requests into a base that are open and come from branches of the repository.
    package func openPullRequests(
        into base: String
    ) async throws(ForgeError) -> [OpenPullRequest] {
        try await pullRequests(.open, branch: nil, base: base).map { existing in
            OpenPullRequest(
                branch: existing.branch, number: existing.number, url: existing.url,
                key: KeyLine.key(in: existing.body, kind: repository.kind))
        }
    }

    private func refresh(
        _ existing: ExistingPullRequest, _ text: PullRequestText
    ) async throws(ForgeError) -> PullRequestOutcome {
        guard !text.isIn(existing) else { return PullRequestOutcome(.unchanged, existing) }
        _ = try await exchange.success(
            of: api.change(
                of: existing, title: existing.draftMark + text.bareTitle, body: text.body))
        return PullRequestOutcome(.updated, existing)
    }

    /// Sends the request, and only looks after it where no answer tells whether it was carried out.
    private func create(
        _ request: PullRequest, _ text: PullRequestText
    ) async throws(ForgeError) -> PullRequestOutcome {
        var attempt = 1
        while true {
            switch try await exchange.creation(api, request, text) {
            case .created(let created): return await labelled(created, request.labels)
            case .exists(let refusal):
                guard let other = try await openPullRequest(request.branch, into: request.base)
                else { throw refusal }
                return try await refresh(other, text)
            case .unclear(let problem):
                if let found = try await openPullRequest(request.branch, into: request.base) {
                    return text.isIn(found)
                        ? await labelled(found, request.labels) : try await refresh(found, text)
                }
                guard try await exchange.mayRepeat(after: attempt) else { throw problem }
                attempt += 1
            }
        }
    }

    private func labelled(
        _ created: ExistingPullRequest, _ labels: [String]
    ) async -> PullRequestOutcome {
        let request = labels.isEmpty ? nil : api.labelling(created.number, labels)
        var missing: String?
        if let request { missing = await omission("the labels could not be set", of: request) }
        return PullRequestOutcome(.created, created, omission: missing)
    }

    /// Sends a request for something that a pull request is also good without.
    private func omission(_ text: String, of request: HTTPRequest) async -> String? {
        do throws(ForgeError) {
            _ = try await exchange.success(of: request)
            return nil
        } catch {
            return "\(text): \(error)"
        }
    }
}

extension PullRequestOutcome {
    init(_ action: Action, _ existing: ExistingPullRequest, omission: String? = nil) {
        let isAddress = WebAddress(existing.url) != nil
        self.init(
            action: action, number: existing.number,
            url: isAddress ? existing.url : existing.url.shown, omission: omission)
    }
}
