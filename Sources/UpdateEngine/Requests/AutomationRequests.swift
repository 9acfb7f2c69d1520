package import Forges
package import GitAccess
package import WebAccess

/// Opens pull requests for automations that push to another branch than they check out.
package struct AutomationRequests: Sendable {
    /// Tells where the pull requests for a remote go, or what is missing for that.
    package typealias Place = @Sendable (GitRemote) throws(ForgeError) -> RequestPlace

    private let web: WebClient
    private let memory: RequestMemory?
    private let place: Place

    /// - Parameter memory: Spares a service that runs often most of its questions.
    package init(web: WebClient, memory: RequestMemory? = nil, place: @escaping Place) {
        self.web = web
        self.memory = memory
        self.place = place
    }

    /// The requests for one branch of a remote.
    func requests(
        for branch: String, into base: String, of remote: GitRemote
    ) throws(ForgeError) -> BranchRequests {
        BranchRequests(
            branch: branch, base: base, place: try place(remote), web: web, memory: memory)
    }
}

/// The pull request of one branch, wherever it goes.
struct BranchRequests: Sendable {
    let branch: String
    let base: String
    let place: RequestPlace
    fileprivate let web: WebClient
    fileprivate let memory: RequestMemory?

    /// The address of one for the same versions that somebody closed without merging it.
    func declined(_ request: PullRequest) async throws(ForgeError) -> String? {
        guard case .forge(let repository, let token) = place else { return nil }
        return try await ForgeClient(repository, token: token, web: web).declined(request)?.url
    }

    /// The push options by which GitLab opens it.
    func pushOptions(for request: PullRequest) -> [String] {
        if case .push = place { request.pushOptions } else { [] }
    }

    /// Opens or refreshes it.
    ///
    /// - Parameter isPushed: Whether the branch has just been pushed.
    func open(_ request: PullRequest, isPushed: Bool) async -> AutomationRequest {
        switch place {
        case .planned(let repository): return .planned(repository.name)
        case .none(let reason): return .none(reason)
        case .push:
            return isPushed
                ? .pushed : .none("nothing was pushed, so GitLab was not asked again")
        case .forge(let repository, let token):
            let answer = await answer(to: request, of: repository) { () async throws(ForgeError) in
                try await ForgeClient(repository, token: token, web: web).open(request)
            }
            return answer ?? .none("there is none")
        }
    }

    /// Closes the one that is open, for the branch has nothing to offer any more.
    func close() async -> AutomationRequest? {
        guard case .forge(let repository, let token) = place else { return nil }
        return await answer(to: nil, of: repository) { () async throws(ForgeError) in
            try await ForgeClient(repository, token: token, web: web).close(
                branch: branch, base: base, because: "`\(base)` has all of this already.")
        }
    }

    /// - Parameter request: Nil where none is wanted.
    private func answer(
        to request: PullRequest?, of repository: ForgeRepository,
        _ ask: () async throws(ForgeError) -> PullRequestOutcome?
    ) async -> AutomationRequest? {
        let place = "\(repository.api) \(repository.name) \(base) \(branch)"
        if let known = memory?.answer(to: request, at: place) { return known }
        do throws(ForgeError) {
            let outcome = try await ask()
            memory?.note(outcome, of: request, at: place)
            return outcome.map { .known(url: $0.url, $0.action) }
        } catch {
            return .failed("\(error)")
        }
    }
}
