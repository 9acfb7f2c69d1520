import WebAccess

/// Pull requests of Azure DevOps.
///
/// Source: learn.microsoft.com, Azure DevOps REST API 7.1: Git, pull requests, threads.
struct AzureAPI: ForgeAPI {
    let repository: ForgeRepository

    private static let pageSize = 100
    private static let branches = "refs/heads/"

    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest {
        let source = branch.map { [("searchCriteria.sourceRefName", Self.branches + $0)] } ?? []
        return request(
            of: ["pullrequests"],
            query: [("searchCriteria.status", state == .open ? "active" : "abandoned")] + source + [
                ("searchCriteria.targetRefName", Self.branches + base),
                ("$top", "\(Self.pageSize)"),
            ])
    }

    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value(Page.self, from: page.body)?.value.map(existing)
    }

    /// Its pages are counted by how many pull requests are left out.
    func next(after page: HTTPAnswer, to request: HTTPRequest, count: Int) -> String? {
        guard count == Self.pageSize, let query = request.address.query else { return nil }
        let fields = query.split(separator: "&")
        let start = FormEncoding.text([("$skip", "")])
        let skipped = fields.first { $0.hasPrefix(start) }.flatMap {
            Int($0.dropFirst(start.count))
        }
        let rest = fields.filter { !$0.hasPrefix(start) }.joined(separator: "&")
        return "?\(rest)&\(start)\((skipped ?? 0) + count)"
    }

    /// A page has only the first 400 characters of a description.
    func reading(_ number: Int) -> HTTPRequest? { request(of: ["pullrequests", "\(number)"]) }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(AzurePullRequest.self, from: answer.body).map(existing)
    }

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest {
        var fields: [String: JSONValue] = [
            "sourceRefName": .text(Self.branches + request.branch),
            "targetRefName": .text(Self.branches + request.base), "title": .text(text.title),
            "description": .text(text.body),
        ]
        if !request.labels.isEmpty {
            fields["labels"] = .list(request.labels.map { ["name": .text($0)] })
        }
        return self.request(of: ["pullrequests"]).posting(.object(fields))
    }

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest {
        request(of: ["pullrequests", "\(existing.number)"])
            .patching(["title": .text(title), "description": .text(body)])
    }

    func comment(_ text: String, on number: Int) -> HTTPRequest {
        request(of: ["pullrequests", "\(number)", "threads"]).posting([
            "comments": .list([["content": .text(text), "commentType": 1, "parentCommentId": 0]]),
            "status": 1,
        ])
    }

    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest] {
        [
            request(of: ["pullrequests", "\(existing.number)"])
                .patching(["description": .text(body), "status": "abandoned"])
        ]
    }

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        if message.contains("TF401179") || message.contains("GitPullRequestExistsException") {
            return .exists
        }
        return message.contains("TF401398") ? .unknownBranch : .other
    }

    private func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        let (project, name) = (repository.path[0], repository.path[1])
        return request(
            [project, "_apis", "git", "repositories", name] + path,
            query: query + [("api-version", version)])
    }

    /// Servers of one's own know no version that is newer than they are.
    private var version: String { ForgeServer.isAzure(repository.api.host) ? "7.1" : "5.1" }

    private func existing(_ request: AzurePullRequest) -> ExistingPullRequest {
        func branch(_ name: String) -> String {
            name.hasPrefix(Self.branches) ? String(name.dropFirst(Self.branches.count)) : name
        }
        let page = address(
            repository.path.prefix(1) + ["_git"] + repository.path.dropFirst()
                + ["pullrequest", "\(request.pullRequestId)"])
        return ExistingPullRequest(
            kind: .azure, number: request.pullRequestId,
            url: "\(page)", title: request.title, body: request.description,
            branch: branch(request.sourceRefName), base: branch(request.targetRefName),
            isFromRepository: request.forkSource == nil, isMerged: request.status == "completed")
    }

    private struct Page: Decodable {
        let value: [AzurePullRequest]
    }
}

private struct AzurePullRequest: Decodable {
    let pullRequestId: Int
    let title: String
    let description: String?
    let status: String
    let sourceRefName: String
    let targetRefName: String
    /// There only where the branch is in a fork.
    let forkSource: Fork?

    struct Fork: Decodable {}
}
