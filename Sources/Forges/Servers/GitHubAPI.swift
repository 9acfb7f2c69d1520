import WebAccess

/// Pull requests of GitHub.
///
/// Source: docs.github.com, REST API, version 2022-11-28: pulls, issues.
struct GitHubAPI: PullsAPI {
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

    func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        var result = request(["repos"] + repository.path + path, query: query)
        result.accepted = ["application/vnd.github+json"]
        result.fields = [HTTPField("X-GitHub-Api-Version", "2022-11-28")]
        return result
    }
}
