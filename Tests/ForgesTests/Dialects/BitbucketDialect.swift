import Foundation

@testable import Forges

/// The requests and answers of Bitbucket.
struct BitbucketDialect: Dialect {
    let api = "/2.0"
    let remote = "/team/app.git"
    private let root = "/2.0/repositories/team/app/pullrequests"

    var hasLinks: Bool { false }
    var duplicate: (status: Int, body: String) {
        (
            400,
            #"{"type":"error","error":{"message":"There is already an open pull request for this branch"}}"#
        )
    }

    func action(_ call: ForgeCall) -> FakeForge.Action? {
        if call.path == root, call.method == "GET" {
            let state: FakeForge.Entry.State = call.query["state"] == "OPEN" ? .open : .closed
            let query = call.query["q"] ?? ""
            return .list(
                state, branch: value("source.branch.name", in: query),
                base: value("destination.branch.name", in: query),
                page: range(call, size: "pagelen"))
        }
        if call.path == root, call.method == "POST", let title = call.text("title") {
            return .create(
                .init(
                    title: title, body: call.text("description") ?? "",
                    branch: branch(call.json["source"]), base: branch(call.json["destination"])))
        }
        guard let (number, rest) = call.path.number(behind: "\(root)/") else { return nil }
        switch (call.method, rest) {
        case ("GET", ""): return .read(number)
        case ("PUT", ""):
            // Those that are not named are removed.
            let reviewers = (call.json["reviewers"] as? [[String: String]] ?? [])
                .compactMap { $0["uuid"] }
            return .change(
                number, title: call.text("title"), body: call.text("description"), closes: false,
                reviewers: reviewers)
        case ("POST", "/comments"):
            let content = call.json["content"] as? [String: String]
            return .comment(number, content?["raw"] ?? "")
        case ("POST", "/decline"):
            return .change(number, title: nil, body: nil, closes: true, reviewers: nil)
        default: return nil
        }
    }

    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any] {
        let states: [FakeForge.Entry.State: String] = [
            .open: "OPEN", .closed: "DECLINED", .merged: "MERGED",
        ]
        var object: [String: Any] = [
            "type": "pullrequest", "id": entry.number, "title": entry.title,
            "description": entry.body, "state": states[entry.state] ?? "",
            "source": [
                "branch": ["name": entry.branch],
                "repository": ["full_name": entry.isFromFork ? "mallory/app" : "team/app"],
            ],
            "destination": [
                "branch": ["name": entry.base], "repository": ["full_name": "team/app"],
            ],
            "links": [
                "html": ["href": "https://forge.example/team/app/pull-requests/\(entry.number)"]
            ],
        ]
        if isWhole {
            object["reviewers"] = entry.reviewers.map { ["type": "user", "uuid": $0] }
        }
        return object
    }

    func page(_ objects: [[String: Any]], next: String?) -> String {
        var page: [String: Any] = ["values": objects, "pagelen": 50]
        page["next"] = next
        return json(page)
    }

    private func branch(_ end: Any?) -> String {
        let branch = (end as? [String: Any])?["branch"] as? [String: String]
        return branch?["name"] ?? ""
    }

    private func value(_ field: String, in query: String) -> String? {
        let prefix = "\(field)=\""
        guard
            let condition = query.components(separatedBy: " AND ").first(where: {
                $0.hasPrefix(prefix)
            })
        else { return nil }
        return String(condition.dropFirst(prefix.count).dropLast())
    }
}
