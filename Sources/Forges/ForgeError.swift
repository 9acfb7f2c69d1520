package import WebAccess

/// The reason why a pull request, or a comment on it, could not be written.
package enum ForgeError: Error, Equatable, Sendable {
    /// The URL is not part of it, for it may contain a password.
    case invalidRemote
    case unknownForge(String)
    case bitbucketServer(String)
    case unexpectedPath(ForgeKind, String)
    case invalidAPI(String)
    case notEncrypted(String)
    /// The variables that hold tokens for other hosts are named.
    case noToken(ForgeKind, host: String, withheld: [String])
    case tokenNotSendable(variable: String)
    case tokenRefused(host: String, variable: String)
    case forbidden(ForgeKind, variable: String, message: String)
    /// Forges answer so, too, where the token may not see the repository.
    case notFound(ForgeKind, repository: String, variable: String)
    case requestNotFound(ForgeKind, repository: String, number: Int, variable: String)
    /// Sent on to another address; nil for what is none.
    case moved(repository: String, to: WebAddress?)
    case nothingToMerge(branch: String, base: String)
    /// A branch that the forge does not have, if it says which.
    case unknownBranch(branch: String, base: String)
    case refused(ForgeKind, status: Int, message: String)
    /// The seconds until the forge would answer, where it says so.
    case rateLimited(host: String, seconds: Int?)
    case unexpectedStatus(host: String, status: Int)
    case malformedAnswer(host: String)
    case tooManyPages(of: String, limit: Int)
    case noComments(ForgeKind)
    case web(WebProblem)
}

extension ForgeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidRemote:
            "the remote's URL names no server; pull requests need one of `https` or `ssh`"
        case .unknownForge(let host):
            "cannot tell what kind of forge `\(host)` is; say it with `--forge`: "
                + ForgeKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .bitbucketServer(let host):
            "`\(host)` seems to be Bitbucket Server, which is not supported; for another forge, "
                + "say it with `--forge`"
        case .unexpectedPath(let kind, let path):
            "`\(path.shown)` is not the path of a repository on \(kind.name)"
        case .invalidAPI(let text): "`\(text)` is not the address of an API"
        case .notEncrypted(let host):
            "the remote is reached over plain HTTP, and no token is sent to `\(host)` that way; "
                + "give the address of its API with `--forge-url`"
        case .noToken(let kind, let host, let withheld):
            "no token for `\(host)`; set `\(ForgeToken.variable)`, or "
                + "\(ForgeToken.usualVariables(of: kind))"
                + withheld.map { "; `\($0)` is for another host" }.joined()
        case .tokenNotSendable(let variable):
            "`\(variable)` holds characters that no token has; set it anew"
        case .tokenRefused(let host, let variable):
            "`\(host)` refused the token in `\(variable)` (401): it is wrong, expired or revoked"
        case .forbidden(let kind, let variable, let message):
            "the token in `\(variable)` may not do this (403"
                + (message.isEmpty ? "" : ", `\(message)`") + "); " + kind.remedy(of: message)
        case .notFound(let kind, let repository, let variable):
            "there is no repository `\(repository.shown)` on \(kind.name) that the token in "
                + "`\(variable)` may see (404); " + kind.remedy(of: "")
        case .requestNotFound(let kind, let repository, let number, let variable):
            "there is no pull request \(number) in `\(repository.shown)` on \(kind.name) that the "
                + "token in `\(variable)` may see (404); " + kind.remedy(of: "")
        case .moved(let repository, let target):
            "the forge sends requests for `\(repository.shown)` on to \(target.shown); change the "
                + "remote's URL if the repository has another name, or give `--forge-url`"
        case .nothingToMerge(let branch, let base):
            "`\(branch.shown)` has no commit that `\(base.shown)` lacks, so there is nothing to "
                + "merge"
        case .unknownBranch(let branch, let base):
            "the forge does not know `\(branch.shown)` or `\(base.shown)`; push the branch first"
        case .refused(let kind, let status, let message):
            "\(kind.name) refused the request (\(status)): `\(message)`"
        case .rateLimited(let host, let seconds):
            "`\(host)` limits how often it is asked; try again "
                + (seconds.map { "in \($0) s" } ?? "later")
        case .unexpectedStatus(let host, let status):
            "`\(host)` answered with the status \(status)"
        case .malformedAnswer(let host): "the answer of `\(host)` cannot be read"
        case .tooManyPages(let name, let limit):
            "the list of \(name) takes more than \(limit) pages"
        case .noComments(let kind):
            "comments are written on GitHub, GitLab, Gitea and Forgejo; this is \(kind.name)"
        case .web(let problem): "\(problem)"
        }
    }
}

extension ForgeKind {
    /// The permission that a token needs, and where it is given.
    fileprivate func remedy(of message: String) -> String {
        switch self {
        case .gitHub where message.contains("not permitted to create or approve pull requests"):
            "switch on \"Allow GitHub Actions to create and approve pull requests\" in the "
                + "settings of the repository or organization, under Actions, General"
        case .gitHub where message.contains("SAML"): "authorize it for the organization's SSO"
        case .gitHub:
            "it needs the permission to write pull requests; in a workflow, "
                + "`permissions: {contents: write, pull-requests: write}`"
        case .gitLab:
            "it needs the scope `api` and the role Developer in the project; a job's "
                + "`CI_JOB_TOKEN` is not enough"
        case .gitea: "it needs the scopes `write:repository` and `write:issue`"
        case .bitbucket:
            "it needs the scope `pullrequest:write`, and write access to the repository"
        case .azure:
            "it needs the scope Code (Read & write); a pipeline's build service needs the "
                + "permission \"Contribute to pull requests\" in the repository"
        }
    }
}
