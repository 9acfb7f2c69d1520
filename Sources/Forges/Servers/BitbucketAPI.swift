import WebAccess

/// Pull requests of Bitbucket Cloud.
///
/// Source: developer.atlassian.com, Bitbucket Cloud REST API 2.0: pull requests, filtering.
struct BitbucketAPI: ForgeAPI {
    let repository: ForgeRepository

    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest {
        let conditions =
            (branch.map { ["source.branch.name=\(Self.quoted($0))"] } ?? [])
            + ["destination.branch.name=\(Self.quoted(base))"]
        return request(
            of: ["pullrequests"],
            query: [
                ("state", state == .open ? "OPEN" : "DECLINED"),
                ("q", conditions.joined(separator: " AND ")), ("sort", "-updated_on"),
                ("pagelen", "50"),
            ])
    }

    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value(Page.self, from: page.body)?.values.map(\.existing)
    }

    func next(after page: HTTPAnswer, to request: HTTPRequest, count: Int) -> String? {
        JSON.value(Page.self, from: page.body)?.next
    }

    /// A page has no reviewers, and an update without them removes them.
    func reading(_ number: Int) -> HTTPRequest? { request(of: ["pullrequests", "\(number)"]) }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(BitbucketPullRequest.self, from: answer.body)?.existing
    }

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest {
        self.request(of: ["pullrequests"]).posting([
            "title": .text(text.title), "description": .text(text.body),
            "source": ["branch": ["name": .text(request.branch)]],
            "destination": ["branch": ["name": .text(request.base)]],
        ])
    }

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest {
        request(of: ["pullrequests", "\(existing.number)"]).putting([
            "title": .text(title), "description": .text(body),
            "reviewers": .list(existing.reviewers.map { ["uuid": .text($0)] }),
        ])
    }

    func comment(_ text: String, on number: Int) -> HTTPRequest {
        request(of: ["pullrequests", "\(number)", "comments"])
            .posting(["content": ["raw": .text(text)]])
    }

    /// One that is declined cannot be changed any more.
    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest] {
        [
            change(of: existing, title: existing.title, body: body),
            request(of: ["pullrequests", "\(existing.number)", "decline"]).with(.post(.none)),
        ]
    }

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        switch status {
        case 409: .exists
        case 400 where message.contains("already"): .exists
        case 400 where message.contains("no changes"): .nothingToMerge
        case 400 where message.contains("branch not found"): .unknownBranch
        default: .other
        }
    }

    private func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        request(["repositories"] + repository.path + path, query: query)
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    private struct Page: Decodable {
        let values: [BitbucketPullRequest]
        let next: String?
    }
}

private struct BitbucketPullRequest: Decodable {
    let id: Int
    let title: String
    let description: String?
    let state: String
    let source: End
    let destination: End
    let links: Links
    let reviewers: [Account]?

    struct End: Decodable {
        let branch: Branch
        /// Null where a fork is deleted.
        let repository: Repository?
    }

    struct Branch: Decodable { let name: String }

    struct Repository: Decodable {
        let name: String

        enum CodingKeys: String, CodingKey { case name = "full_name" }
    }

    struct Links: Decodable { let html: Link }
    struct Link: Decodable { let href: String }
    struct Account: Decodable { let uuid: String? }

    var existing: ExistingPullRequest {
        var result = ExistingPullRequest(
            kind: .bitbucket, number: id, url: links.html.href, title: title, body: description,
            branch: source.branch.name, base: destination.branch.name,
            isFromRepository: source.repository != nil
                && source.repository?.name == destination.repository?.name,
            isMerged: state == "MERGED")
        result.reviewers = (reviewers ?? []).compactMap(\.uuid)
        return result
    }
}
