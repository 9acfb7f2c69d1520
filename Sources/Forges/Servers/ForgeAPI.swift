import WebAccess

/// The requests of one kind of forge and what their answers mean; it sends nothing.
protocol ForgeAPI: Sendable {
    var repository: ForgeRepository { get }

    /// The first page of the pull requests into a base; of all branches where none is named.
    ///
    /// The answer may contain others, too, which the caller leaves out.
    func search(_ state: SearchedState, branch: String?, base: String) -> HTTPRequest

    /// Nil for an answer of another shape.
    func pullRequests(in page: HTTPAnswer) -> [ExistingPullRequest]?

    /// The address of the page behind one, as a reference; nil behind the last.
    func next(after page: HTTPAnswer, to request: HTTPRequest, count: Int) -> String?

    /// The request for all of one pull request, where a page has only a part of it.
    func reading(_ number: Int) -> HTTPRequest?

    /// Nil for an answer of another shape.
    func pullRequest(in answer: HTTPAnswer) -> ExistingPullRequest?

    func creation(_ request: PullRequest, _ text: PullRequestText) -> HTTPRequest

    func change(of existing: ExistingPullRequest, title: String, body: String) -> HTTPRequest

    func comment(_ text: String, on number: Int) -> HTTPRequest

    /// Requests that close a pull request and give it a body, in this order.
    func closing(_ existing: ExistingPullRequest, body: String) -> [HTTPRequest]

    /// Nil where labels are part of the creation, or not supported.
    func labelling(_ number: Int, _ labels: [String]) -> HTTPRequest?

    func refusal(of status: Int, _ message: ForgeMessage) -> CreationRefusal
}

enum SearchedState {
    case open
    /// Closed without a merge, as far as the forge can tell before it is asked further.
    case closed
}

/// Why a forge did not create a pull request.
enum CreationRefusal: Equatable {
    case exists
    case nothingToMerge
    case unknownBranch
    case other
}

extension ForgeAPI {
    func next(after page: HTTPAnswer, to request: HTTPRequest, count: Int) -> String? {
        LinkHeader.next(in: page.values(of: "link"))
    }

    func reading(_ number: Int) -> HTTPRequest? { nil }

    func labelling(_ number: Int, _ labels: [String]) -> HTTPRequest? { nil }

    /// - Parameter path: Segments below the API's address, not encoded.
    func address(_ path: [String]) -> WebAddress {
        let base = repository.api
        let start = base.path == "/" ? "" : base.path
        return WebAddress(
            scheme: base.scheme, host: base.host,
            path: start + path.map { "/" + PercentEncoding.segment($0) }.joined())
    }

    /// A request for something below the API's address, as yet without authorization.
    ///
    /// - Parameter path: Segments, not encoded.
    func request(
        _ path: [String], query: [(name: String, value: String)] = []
    ) -> HTTPRequest {
        let address = address(path)
        return HTTPRequest(
            address: query.isEmpty ? address : address.appending(query: query),
            accepted: ["application/json"], bodyLimit: 16 << 20, keepsErrors: true)
    }
}

extension HTTPRequest {
    func posting(_ value: JSONValue) -> HTTPRequest { with(.post(Self.body(value))) }

    func putting(_ value: JSONValue) -> HTTPRequest { with(.put(Self.body(value))) }

    func patching(_ value: JSONValue) -> HTTPRequest { with(.patch(Self.body(value))) }

    func with(_ method: Method) -> HTTPRequest {
        var result = self
        result.method = method
        return result
    }

    private static func body(_ value: JSONValue) -> HTTPBody {
        .bytes(value.bytes, type: "application/json")
    }
}

extension ForgeRepository {
    var requests: any ForgeAPI {
        switch kind {
        case .gitHub: GitHubAPI(repository: self)
        case .gitLab: GitLabAPI(repository: self)
        case .gitea: GiteaAPI(repository: self)
        case .bitbucket: BitbucketAPI(repository: self)
        case .azure: AzureAPI(repository: self)
        }
    }
}
