import WebAccess

/// The requests for comments on pull requests, where a forge has them in one list.
protocol CommentAPI: ForgeAPI {
    /// The first page of a pull request's comments, the oldest first.
    func comments(on number: Int) -> HTTPRequest

    /// Nil for an answer of another shape.
    func comments(in page: HTTPAnswer) -> [ExistingComment]?

    func change(ofComment id: Int, on number: Int, to text: String) -> HTTPRequest

    func removal(ofComment id: Int, on number: Int) -> HTTPRequest

    /// Whether a comment is one of this program, for a token that may not ask whose it is.
    func isOwn(_ comment: ExistingComment) -> Bool
}

extension CommentAPI {
    /// The question to whom the token belongs.
    var accountQuestion: HTTPRequest { request(["user"]) }
}

extension PullsAPI {
    func comments(on number: Int) -> HTTPRequest {
        request(of: ["issues", "\(number)", "comments"], query: [("per_page", "100")])
    }

    func comments(in page: HTTPAnswer) -> [ExistingComment]? {
        JSON.value([GitHubComment].self, from: page.body)?.map(\.existing)
    }

    func change(ofComment id: Int, on number: Int, to text: String) -> HTTPRequest {
        request(of: ["issues", "comments", "\(id)"], query: []).patching(["body": .text(text)])
    }

    func removal(ofComment id: Int, on number: Int) -> HTTPRequest {
        request(of: ["issues", "comments", "\(id)"], query: []).with(.delete)
    }
}

extension GitHubAPI: CommentAPI {
    /// The token of a workflow or of an app may not ask; it is some bot, and people cannot write
    /// comments as one.
    func isOwn(_ comment: ExistingComment) -> Bool { comment.isByProgram }
}

extension GiteaAPI: CommentAPI {
    /// The token of a workflow may not ask; its account has a fixed name.
    func isOwn(_ comment: ExistingComment) -> Bool {
        ["gitea-actions", "forgejo-actions"].contains(comment.author)
    }
}

extension GitLabAPI: CommentAPI {
    func comments(on number: Int) -> HTTPRequest {
        request(
            of: ["merge_requests", "\(number)", "notes"],
            query: [("order_by", "created_at"), ("sort", "asc"), ("per_page", "100")])
    }

    func comments(in page: HTTPAnswer) -> [ExistingComment]? {
        JSON.value([Note].self, from: page.body)?.map(\.existing)
    }

    func change(ofComment id: Int, on number: Int, to text: String) -> HTTPRequest {
        request(of: ["merge_requests", "\(number)", "notes", "\(id)"])
            .putting(["body": .text(text)])
    }

    func removal(ofComment id: Int, on number: Int) -> HTTPRequest {
        request(of: ["merge_requests", "\(number)", "notes", "\(id)"]).with(.delete)
    }

    /// A token that may write comments may always ask whose it is.
    func isOwn(_ comment: ExistingComment) -> Bool { false }

    private struct Note: Decodable {
        let id: Int
        let body: String
        let author: Author

        struct Author: Decodable {
            let username: String
        }

        var existing: ExistingComment {
            ExistingComment(
                id: id, body: body, url: nil, author: author.username, isByProgram: false)
        }
    }
}

/// A comment as GitHub and Gitea write it.
private struct GitHubComment: Decodable {
    let id: Int
    let body: String?
    let page: String?
    /// Null where the account is deleted.
    let user: User?

    enum CodingKeys: String, CodingKey {
        case id, body, user
        case page = "html_url"
    }

    struct User: Decodable {
        let login: String
        let type: String?
    }

    var existing: ExistingComment {
        ExistingComment(
            id: id, body: body ?? "", url: page, author: user?.login ?? "",
            isByProgram: user?.type == "Bot")
    }
}

/// The account that a token belongs to.
struct Account: Decodable {
    let login: String?
    let username: String?

    /// As the authors of comments are named.
    var name: String? { login ?? username }
}
