import Foundation

@testable import Forges

/// The requests and answers of GitHub.
struct GitHubDialect: Dialect {
    let api = "/api/v3"
    let remote = "/Org/app.git"
    private let root = "/api/v3/repos/Org/app"

    var listsMergedAsClosed: Bool { true }
    var duplicate: (status: Int, body: String) {
        (
            422,
            #"{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"A pull request already exists for Org:promote/web."}],"status":"422"}"#
        )
    }

    func action(_ call: ForgeCall) -> FakeForge.Action? {
        if call.path == "\(root)/pulls", call.method == "GET" {
            // Without the owner it would not filter.
            let head = call.query["head"]
            let branch = head.flatMap { $0.hasPrefix("Org:") ? String($0.dropFirst(4)) : nil }
            let state: FakeForge.Entry.State = call.query["state"] == "open" ? .open : .closed
            return .list(
                state, branch: branch, base: call.query["base"],
                page: range(call, size: "per_page"))
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
        guard let (number, rest) = call.path.number(behind: "\(root)/issues/") else { return nil }
        switch rest {
        case "/comments": return .comment(number, call.text("body") ?? "")
        case "/labels": return .label(number, call.json["labels"] as? [String] ?? [])
        default: return nil
        }
    }

    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any] {
        [
            "id": 1_000 + entry.number, "number": entry.number, "title": entry.title,
            "html_url": "https://forge.example/Org/app/pull/\(entry.number)",
            "state": entry.state == .open ? "open" : "closed", "draft": false,
            "body": entry.body, "labels": entry.labels.map { ["name": $0] },
            "merged_at": entry.state == .merged ? "2026-11-20T12:00:00Z" : NSNull(),
            "head": [
                "label": "\(entry.isFromFork ? "mallory" : "Org"):\(entry.branch)",
                "ref": entry.branch, "sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e",
                "repo": entry.isFromFork
                    ? ["id": 99, "full_name": "mallory/app", "fork": true]
                    : ["id": 42, "full_name": "Org/app", "fork": false],
            ],
            "base": [
                "label": "Org:\(entry.base)", "ref": entry.base,
                "repo": ["id": 42, "full_name": "Org/app"],
            ],
        ]
    }
}
