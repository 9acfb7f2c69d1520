import Foundation

@testable import Forges

/// The requests and answers of Azure.
struct AzureDialect: Dialect {
    let api = "/tfs/Collection"
    let remote = "/tfs/Collection/My%20Project/_git/app"
    private let root = "/tfs/Collection/My%20Project/_apis/git/repositories/app/pullrequests"

    var authorizations: [String] {
        ["Basic " + Data(":\(FakeForge.token)".utf8).base64EncodedString()]
    }
    var hasLinks: Bool { false }
    var duplicate: (status: Int, body: String) {
        (
            409,
            #"{"$id":"1","innerException":null,"message":"TF401179: An active pull request for the source and target branch already exists.","typeName":"Microsoft.TeamFoundation.Git.Server.GitPullRequestExistsException, Microsoft.TeamFoundation.Git.Server","typeKey":"GitPullRequestExistsException","errorCode":0,"eventId":3000}"#
        )
    }

    func action(_ call: ForgeCall) -> FakeForge.Action? {
        guard call.query["api-version"] == "5.1" else { return nil }
        if call.path == root, call.method == "GET" {
            let state: FakeForge.Entry.State =
                call.query["searchCriteria.status"] == "active" ? .open : .closed
            let start = call.query["$skip"].flatMap(Int.init) ?? 0
            let count = call.query["$top"].flatMap(Int.init) ?? 101
            return .list(
                state, branch: branch(call.query["searchCriteria.sourceRefName"]),
                base: branch(call.query["searchCriteria.targetRefName"]),
                page: start..<(start + count))
        }
        if call.path == root, call.method == "POST", let title = call.text("title") {
            let labels = (call.json["labels"] as? [[String: String]] ?? []).compactMap {
                $0["name"]
            }
            return .create(
                .init(
                    title: title, body: call.text("description") ?? "",
                    branch: branch(call.text("sourceRefName")) ?? "",
                    base: branch(call.text("targetRefName")) ?? "", labels: labels))
        }
        guard let (number, rest) = call.path.number(behind: "\(root)/") else { return nil }
        switch (call.method, rest) {
        case ("GET", ""): return .read(number)
        case ("PATCH", ""):
            return .change(
                number, title: call.text("title"), body: call.text("description"),
                closes: call.text("status") == "abandoned", reviewers: nil)
        case ("POST", "/threads"):
            let comments = call.json["comments"] as? [[String: Any]]
            return .comment(number, comments?.first?["content"] as? String ?? "")
        default: return nil
        }
    }

    /// A page has 400 characters of each description.
    func object(_ entry: FakeForge.Entry, isWhole: Bool) -> [String: Any] {
        let states: [FakeForge.Entry.State: String] = [
            .open: "active", .closed: "abandoned", .merged: "completed",
        ]
        var object: [String: Any] = [
            "repository": ["id": "3411ebc1-d5aa-464f-9615-0b527bc66719", "name": "app"],
            "pullRequestId": entry.number, "codeReviewId": entry.number,
            "status": states[entry.state] ?? "", "title": entry.title,
            "description": isWhole ? entry.body : String(entry.body.prefix(400)),
            "sourceRefName": "refs/heads/\(entry.branch)",
            "targetRefName": "refs/heads/\(entry.base)", "isDraft": false,
        ]
        if entry.isFromFork {
            object["forkSource"] = ["repository": ["id": "99", "name": "app"]]
        }
        return object
    }

    func page(_ objects: [[String: Any]], next: String?) -> String {
        json(["value": objects, "count": objects.count])
    }

    private func branch(_ name: String?) -> String? {
        name.map { String($0.dropFirst("refs/heads/".count)) }
    }
}
