import Testing
import WebAccess

@testable import Forges

/// The addresses and bodies of requests, and answers in the words of each forge's documentation.
struct RequestTests {
    static let remotes: [ForgeKind: String] = [
        .gitHub: "https://github.com/octo/app", .gitLab: "https://gitlab.com/group/sub/app",
        .gitea: "https://codeberg.org/org/app", .bitbucket: "git@bitbucket.org:team/app.git",
        .azure: "https://dev.azure.com/org/My%20Project/_git/app",
    ]

    private func api(_ kind: ForgeKind) throws -> any ForgeAPI {
        try ForgeRepository(remote: try #require(Self.remotes[kind])).requests
    }

    @Test(arguments: [
        (
            ForgeKind.gitHub,
            "https://api.github.com/repos/octo/app/pulls?state=open&head=octo%3Aa%2Fb&base=main"
                + "&sort=updated&direction=desc&per_page=100"
        ),
        (
            .gitLab,
            "https://gitlab.com/api/v4/projects/group%2Fsub%2Fapp/merge_requests?state=opened"
                + "&scope=all&source_branch=a%2Fb&target_branch=main&order_by=updated_at"
                + "&per_page=100"
        ),
        (
            .gitea,
            "https://codeberg.org/api/v1/repos/org/app/pulls?state=open&sort=recentupdate&limit=50"
        ),
        (
            .bitbucket,
            "https://api.bitbucket.org/2.0/repositories/team/app/pullrequests?state=OPEN"
                + "&q=source.branch.name%3D%22a%2Fb%22%20AND%20destination.branch.name%3D%22main%22"
                + "&sort=-updated_on&pagelen=50"
        ),
        (
            .azure,
            "https://dev.azure.com/org/My%20Project/_apis/git/repositories/app/pullrequests"
                + "?searchCriteria.status=active&searchCriteria.sourceRefName=refs%2Fheads%2Fa%2Fb"
                + "&searchCriteria.targetRefName=refs%2Fheads%2Fmain&%24top=100&api-version=7.1"
        ),
    ])
    func `open ones are asked for by branch and base`(kind: ForgeKind, address: String) throws {
        let request = try api(kind).search(.open, branch: "a/b", base: "main")
        #expect(request.address.requestText == address)
        #expect(request.method == .get)
    }

    @Test func `a quotation mark in a branch stays inside its condition`() throws {
        let request = try api(.bitbucket).search(.open, branch: #"a" OR id>"0"#, base: "main")
        #expect(
            request.address.requestText.contains(
                "q=source.branch.name%3D%22a%5C%22%20OR%20id%3E%5C%220%22%20AND%20"))
    }

    /// Bodies as their documentation shows them, with fields that are of no use here left out.
    @Test(arguments: [
        (
            ForgeKind.gitHub,
            #"{"id":1,"html_url":"https://github.com/octo/app/pull/7","number":7,"state":"open","locked":true,"title":"T","body":null,"labels":[{"id":208045946,"name":"bug"}],"closed_at":null,"merged_at":null,"head":{"label":"octo:new-topic","ref":"new-topic","sha":"6dcb09b5","repo":{"id":1296269,"full_name":"octo/app","fork":false}},"base":{"label":"octo:main","ref":"main","repo":{"id":1296269,"full_name":"octo/app"}},"draft":false}"#,
            "https://github.com/octo/app/pull/7", true
        ),
        // Its fork is deleted.
        (
            .gitHub,
            #"{"html_url":"https://github.com/octo/app/pull/7","number":7,"state":"closed","title":"T","body":"","merged_at":null,"head":{"label":"unknown:new-topic","ref":"new-topic","repo":null},"base":{"label":"octo:main","ref":"main","repo":{"id":1296269}}}"#,
            "https://github.com/octo/app/pull/7", false
        ),
        (
            .gitLab,
            #"{"id":1,"iid":7,"project_id":3,"title":"T","description":null,"state":"opened","created_at":"2017-04-29T08:46:00Z","target_branch":"main","source_branch":"new-topic","source_project_id":3,"target_project_id":3,"labels":["Manage"],"draft":false,"web_url":"https://gitlab.com/group/sub/app/-/merge_requests/7"}"#,
            "https://gitlab.com/group/sub/app/-/merge_requests/7", true
        ),
        (
            .gitLab,
            #"{"iid":7,"title":"T","description":"","state":"closed","target_branch":"main","source_branch":"new-topic","source_project_id":null,"target_project_id":3,"web_url":"https://gitlab.com/group/sub/app/-/merge_requests/7"}"#,
            "https://gitlab.com/group/sub/app/-/merge_requests/7", false
        ),
        (
            .gitea,
            #"{"id":1,"url":"https://codeberg.org/org/app/pulls/7","number":7,"title":"T","body":"","labels":[],"state":"open","html_url":"https://codeberg.org/org/app/pulls/7","mergeable":true,"merged":false,"merged_at":null,"base":{"label":"main","ref":"main","repo_id":5,"repo":{"id":5,"full_name":"org/app"}},"head":{"label":"new-topic","ref":"refs/pull/7/head","repo_id":5,"repo":{"id":5,"full_name":"org/app"}}}"#,
            "https://codeberg.org/org/app/pulls/7", true
        ),
        (
            .bitbucket,
            #"{"type":"pullrequest","id":7,"title":"T","description":"","state":"OPEN","source":{"branch":{"name":"new-topic"},"repository":{"type":"repository","full_name":"team/app"},"commit":{"hash":"a"}},"destination":{"branch":{"name":"main"},"repository":{"full_name":"team/app"}},"links":{"self":{"href":"https://api.bitbucket.org/x"},"html":{"href":"https://bitbucket.org/team/app/pull-requests/7"}},"reviewers":[]}"#,
            "https://bitbucket.org/team/app/pull-requests/7", true
        ),
        (
            .bitbucket,
            #"{"id":7,"title":"T","state":"DECLINED","source":{"branch":{"name":"new-topic"},"repository":null},"destination":{"branch":{"name":"main"},"repository":{"full_name":"team/app"}},"links":{"html":{"href":"https://bitbucket.org/team/app/pull-requests/7"}}}"#,
            "https://bitbucket.org/team/app/pull-requests/7", false
        ),
        (
            .azure,
            #"{"repository":{"id":"3411ebc1","name":"app","url":"https://dev.azure.com/org/_apis/git/repositories/3411ebc1"},"pullRequestId":7,"codeReviewId":7,"status":"active","creationDate":"2016-11-01T16:30:31.6655471Z","title":"T","sourceRefName":"refs/heads/new-topic","targetRefName":"refs/heads/main","mergeStatus":"succeeded","reviewers":[],"supportsIterations":true}"#,
            "https://dev.azure.com/org/My%20Project/_git/app/pullrequest/7", true
        ),
    ])
    func `a pull request is read as its forge documents it`(
        kind: ForgeKind, body: String, url: String, isFromRepository: Bool
    ) throws {
        let answer = HTTPAnswer(status: 200, body: Array(body.utf8))
        let found = try #require(try api(kind).pullRequest(in: answer))
        #expect(found.number == 7)
        #expect(found.url == url)
        #expect([found.title, found.body] == ["T", ""])
        #expect([found.branch, found.base] == ["new-topic", "main"])
        #expect(found.isFromRepository == isFromRepository)
        #expect(!found.isMerged)
    }
}
