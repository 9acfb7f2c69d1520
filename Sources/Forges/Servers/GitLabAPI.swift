import WebAccess

/// Merge requests of GitLab.
///
/// Source: docs.gitlab.com, REST API: merge requests, notes.
struct GitLabAPI: ForgeAPI {
    let repository: ForgeRepository

    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest {
        request(
            of: ["merge_requests"],
            query: [("state", state == .open ? "opened" : "closed"), ("scope", "all")]
                + (branch.map { [("source_branch", $0)] } ?? []) + [
                    ("target_branch", base), ("order_by", "updated_at"), ("per_page", "100"),
                ])
    }

    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]? {
        JSON.value([MergeRequest].self, from: page.body)?.map(\.existing)
    }

    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest? {
        JSON.value(MergeRequest.self, from: answer.body)?.existing
    }

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest {
        var fields: [String: JSONValue] = [
            "source_branch": .text(request.branch), "target_branch": .text(request.base),
            "title": .text(text.title), "description": .text(text.body),
        ]
        if !request.labels.isEmpty {
            fields["labels"] = .text(request.labels.joined(separator: ","))
        }
        return self.request(of: ["merge_requests"]).posting(.object(fields))
    }

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest {
        request(of: ["merge_requests", "\(existing.number)"])
            .putting(["title": .text(title), "description": .text(body)])
    }

    func comment(_ text: String, on number: Int) -> HTTPRequest {
        request(of: ["merge_requests", "\(number)", "notes"]).posting(["body": .text(text)])
    }

    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest] {
        [
            request(of: ["merge_requests", "\(existing.number)"])
                .putting(["description": .text(body), "state_event": "close"])
        ]
    }

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        if status == 409 { return .exists }
        let isBranch =
            [400, 422].contains(status) && message.contains("branch")
            && message.contains("does not exist")
        return isBranch ? .unknownBranch : .other
    }

    /// The whole path of a project is one segment.
    func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        request(["projects", repository.name] + path, query: query)
    }

    private struct MergeRequest: Decodable {
        let iid: Int
        let page: String
        let title: String
        let description: String?
        let state: String
        let branch: String
        let base: String
        /// Null where a fork is deleted.
        let project: Int?
        let baseProject: Int

        enum CodingKeys: String, CodingKey {
            case iid, title, description, state
            case page = "web_url"
            case branch = "source_branch"
            case base = "target_branch"
            case project = "source_project_id"
            case baseProject = "target_project_id"
        }

        var existing: ExistingPullRequest {
            ExistingPullRequest(
                kind: .gitLab, number: iid, url: page, title: title, body: description,
                branch: branch, base: base,
                isFromRepository: project == baseProject,
                isMerged: state == "merged")
        }
    }
}
