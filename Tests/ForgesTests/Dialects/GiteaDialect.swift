import Foundation

@testable import Forges

/// The requests and answers of Gitea.
struct GiteaDialect: Dialect {
    let api = "/api/v1"
    let remote = "/Org/app.git"
    private let root = "/api/v1/repos/Org/app"

    var authorizations: [String] { ["token \(FakeForge.token)"] }
    var changeStatus: Int { 201 }
    var listsMergedAsClosed: Bool { true }
    var duplicate: (status: Int, body: String) {
        (
            409,
            #"{"message":"pull request already exists for these targets [id: 3, issue_id: 3, head_repo_id: 1, base_repo_id: 1, head_branch: promote/web, base_branch: main]","url":"https://forge.example/api/swagger"}"#
        )
    }

    func action(_ call: ForgeCall) -> FakeForge.Action? {
        if call.path == "\(root)/pulls", call.method == "GET" {
            let state: FakeForge.Entry.State = call.query["state"] == "open" ? .open : .closed
            return .list(state, branch: nil, base: nil, page: range(call, size: "limit"))
        }
        if call.path == "\(root)/pulls", call.method == "POST", let title = call.text("title") {
            return .create(
                .init(
                    title: title, body: call.text("body") ?? "", branch: call.text("head") ?? "",
                    base: call.text("base") ?? ""))
        }
        if case (let number, "")? = call.path.number(behind: "\(root)/pulls/"),
            call.method == "PATCH"
        {
            return .change(
                number, title: call.text("title"), body: call.text("body"),
                closes: call.text("state") == "closed", reviewers: nil)
        }
        guard case (let number, "/comments")? = call.path.number(behind: "\(root)/issues/") else {
            return nil
        }
        return .comment(number, call.text("body") ?? "")
    }

    /// The branch of a closed one is deleted, which only its label survives.
    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any] {
        [
            "id": 1_000 + entry.number, "number": entry.number, "title": entry.title,
            "html_url": "https://forge.example/Org/app/pulls/\(entry.number)",
            "state": entry.state == .open ? "open" : "closed", "body": entry.body,
            "merged": entry.state == .merged,
            "merged_at": entry.state == .merged ? "2026-11-20T12:00:00Z" : NSNull(),
            "head": [
                "label": entry.branch,
                "ref": entry.state == .open ? entry.branch : "refs/pull/\(entry.number)/head",
                "repo_id": entry.isFromFork ? 9 : 1,
                "repo": entry.isFromFork
                    ? ["id": 9, "full_name": "mallory/app"] : ["id": 1, "full_name": "Org/app"],
            ],
            "base": [
                "label": entry.base, "ref": entry.base, "repo_id": 1,
                "repo": ["id": 1, "full_name": "Org/app"],
            ],
        ]
    }
}
