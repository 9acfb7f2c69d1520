internal import WebAccess

/// Pull requests of Gitea and Forgejo.
///
/// Source: `routers/api/v1/repo/pull.go` and `services/convert/pull.go` of Gitea.
struct GiteaAPI: ForgeAPI {
    let repository: ForgeRepository

    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest {
        // It has no filter for the branch, and older ones have none for the base.
        request(
            of: ["pulls"],
            query: [
                ("state", state == .open ? "open" : "closed"), ("sort", "recentupdate"),
                ("limit", "50"),
            ])
    }

    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value([GitHubPullRequest].self, from: page.body)?.map { $0.existing(.gitea) }
    }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(GitHubPullRequest.self, from: answer.body)?.existing(.gitea)
    }

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest {
        self.request(of: ["pulls"]).posting([
            "title": .text(text.title), "head": .text(request.branch), "base": .text(request.base),
            "body": .text(text.body),
        ])
    }

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest {
        request(of: ["pulls", "\(existing.number)"])
            .patching(["title": .text(title), "body": .text(body)])
    }

    func comment(_ text: String, on number: Int) -> HTTPRequest {
        request(of: ["issues", "\(number)", "comments"]).posting(["body": .text(text)])
    }

    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest] {
        [
            request(of: ["pulls", "\(existing.number)"])
                .patching(["body": .text(body), "state": "closed"])
        ]
    }

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        switch status {
        case 409: .exists
        case 422 where message.contains("no changes between"): .nothingToMerge
        // The repository is there, for its pull requests were listed before.
        case 404: .unknownBranch
        default: .other
        }
    }

    private func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        request(["repos"] + repository.path + path, query: query)
    }
}
