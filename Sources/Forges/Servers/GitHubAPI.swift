internal import WebAccess

/// Pull requests of GitHub.
///
/// Source: docs.github.com, REST API, version 2022-11-28: pulls, issues.
struct GitHubAPI: ForgeAPI {
    let repository: ForgeRepository

    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest {
        // A branch without its owner in front of it would not filter.
        let head = branch.map { [("head", "\(repository.path[0]):\($0)")] } ?? []
        return request(
            of: ["pulls"],
            query: [("state", state == .open ? "open" : "closed")] + head + [
                ("base", base), ("sort", "updated"), ("direction", "desc"), ("per_page", "100"),
            ])
    }

    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value([GitHubPullRequest].self, from: page.body)?.map { $0.existing(.gitHub) }
    }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(GitHubPullRequest.self, from: answer.body)?.existing(.gitHub)
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

    func labelling(_ number: Int, _ labels: [String]) -> HTTPRequest? {
        request(of: ["issues", "\(number)", "labels"])
            .posting(["labels": .list(labels.map(JSONValue.text))])
    }

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        guard status == 422 else { return .other }
        if message.contains("a pull request already exists for") { return .exists }
        if message.contains("no commits between") { return .nothingToMerge }
        let isBranch = !Set(["head", "base"]).isDisjoint(with: message.invalidFields)
        return isBranch ? .unknownBranch : .other
    }

    private func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        var result = request(["repos"] + repository.path + path, query: query)
        result.accepted = ["application/vnd.github+json"]
        result.fields = [HTTPField("X-GitHub-Api-Version", "2022-11-28")]
        return result
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
