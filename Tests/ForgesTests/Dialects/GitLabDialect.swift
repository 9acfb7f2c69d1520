@testable import Forges

/// The requests and answers of GitLab.
struct GitLabDialect: Dialect {
    let api = "/git/api/v4"
    let remote = "/git/Group/sub/app.git"
    private let root = "/git/api/v4/projects/Group%2Fsub%2Fapp/merge_requests"

    var duplicate: (status: Int, body: String) {
        (
            409,
            #"{"message":["Another open merge request already exists for this source branch: !1"]}"#
        )
    }

    func action(_ call: ForgeCall) -> FakeForge.Action? {
        if call.path == root, call.method == "GET" {
            let state: FakeForge.Entry.State = call.query["state"] == "opened" ? .open : .closed
            return .list(
                state, branch: call.query["source_branch"], base: call.query["target_branch"],
                page: range(call, size: "per_page"))
        }
        if call.path == root, call.method == "POST", let title = call.text("title") {
            let labels = call.text("labels").map { $0.split(separator: ",").map(String.init) }
            return .create(
                .init(
                    title: title, body: call.text("description") ?? "",
                    branch: call.text("source_branch") ?? "",
                    base: call.text("target_branch") ?? "", labels: labels ?? []))
        }
        guard let (number, rest) = call.path.number(behind: "\(root)/") else { return nil }
        if rest == "/notes" { return .comment(number, call.text("body") ?? "") }
        guard rest.isEmpty, call.method == "PUT" else { return nil }
        return .change(
            number, title: call.text("title"), body: call.text("description"),
            closes: call.text("state_event") == "close", reviewers: nil)
    }

    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any] {
        let states: [FakeForge.Entry.State: String] = [
            .open: "opened", .closed: "closed", .merged: "merged",
        ]
        return [
            "id": 9_000 + entry.number, "iid": entry.number, "project_id": 7,
            "title": entry.title, "description": entry.body, "state": states[entry.state] ?? "",
            "source_branch": entry.branch, "target_branch": entry.base,
            "source_project_id": entry.isFromFork ? 8 : 7, "target_project_id": 7,
            "labels": entry.labels, "sha": "8888888888888888888888888888888888888888",
            "web_url": "https://forge.example/git/Group/sub/app/-/merge_requests/\(entry.number)",
        ]
    }
}
