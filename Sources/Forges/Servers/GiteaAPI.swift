import WebAccess

/// Pull requests of Gitea and Forgejo.
///
/// Source: `routers/api/v1/repo/pull.go` and `services/convert/pull.go` of Gitea.
struct GiteaAPI: PullsAPI {
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

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal {
        switch status {
        case 409: .exists
        case 422 where message.contains("no changes between"): .nothingToMerge
        // The repository is there, for its pull requests were listed before.
        case 404: .unknownBranch
        default: .other
        }
    }

    func request(
        of path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        request(["repos"] + repository.path + path, query: query)
    }
}
