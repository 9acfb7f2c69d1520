import WebAccess

/// The part of GitHub's API that Gitea and Forgejo have as well.
protocol PullsAPI: ForgeAPI {
    /// A request for something of the repository, as yet without authorization.
    ///
    /// - Parameter path: Segments below the repository, not encoded.
    func request(of path: [String], query: [(name: String, value: String)]) -> HTTPRequest
}

extension PullsAPI {
    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value([GitHubPullRequest].self, from: page.body)?.map { $0.existing(repository.kind) }
    }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(GitHubPullRequest.self, from: answer.body)?.existing(repository.kind)
    }

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest {
        self.request(of: ["pulls"], query: []).posting([
            "title": .text(text.title), "head": .text(request.branch), "base": .text(request.base),
            "body": .text(text.body),
        ])
    }

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest {
        request(of: ["pulls", "\(existing.number)"], query: [])
            .patching(["title": .text(title), "body": .text(body)])
    }

    func comment(_ text: String, on number: Int) -> HTTPRequest {
        request(of: ["issues", "\(number)", "comments"], query: []).posting(["body": .text(text)])
    }

    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest] {
        [
            request(of: ["pulls", "\(existing.number)"], query: [])
                .patching(["body": .text(body), "state": "closed"])
        ]
    }
}

/// A pull request as GitHub and Gitea write it.
struct GitHubPullRequest: Decodable {
    let number: Int
    let page: String
    let title: String
    let body: String?
    let mergeDate: String?
    /// Of Gitea.
    let merged: Bool?
    let head: End
    let base: End

    enum CodingKeys: String, CodingKey {
        case number, title, body, merged, head, base
        case page = "html_url"
        case mergeDate = "merged_at"
    }

    struct End: Decodable {
        let ref: String
        /// Of Gitea: the branch, also where that is deleted; of GitHub: `OWNER:BRANCH`.
        let label: String?
        /// Null where a fork is deleted.
        let repo: Repository?
    }

    struct Repository: Decodable {
        let id: Int
    }

    func existing(_ kind: ForgeKind) -> ExistingPullRequest {
        ExistingPullRequest(
            kind: kind, number: number, url: page, title: title, body: body,
            branch: kind == .gitea ? head.label ?? head.ref : head.ref, base: base.ref,
            isFromRepository: head.repo != nil && head.repo?.id == base.repo?.id,
            isMerged: merged ?? (mergeDate != nil))
    }
}
