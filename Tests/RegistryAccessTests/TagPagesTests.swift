import Testing

@testable import RegistryAccess
@testable import WebAccess

struct TagPagesTests {
    private func pages(_ limits: TagLimits = TagLimits()) throws -> TagPages {
        let first = "https://r.example/v2/a/tags/list?n=1000"
        return TagPages(first: try #require(WebAddress(first)), limits: limits)
    }

    private func page(_ tags: [String], link: String? = nil) -> HTTPAnswer {
        let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
        return HTTPAnswer(
            status: 200, fields: link.map { [.init("Link", $0)] } ?? [],
            body: Array("{\"name\":\"a\",\"tags\":[\(list)]}".utf8))
    }

    private func problem(
        _ answers: [HTTPAnswer], _ limits: TagLimits = TagLimits()
    ) throws -> RegistryError.Reason? {
        var pages = try pages(limits)
        do throws(RegistryError.Reason) {
            for answer in answers { _ = try pages.receive(answer) }
            return nil
        } catch {
            return error
        }
    }

    @Test func `tags of all pages are joined once in order`() throws {
        var pages = try pages()
        let link = "</v2/a/tags/list?last=b&n=2>; rel=\"next\""
        #expect(try pages.receive(page(["v10", "b"], link: link)))
        #expect(pages.address.requestText == "https://r.example/v2/a/tags/list?last=b&n=2")
        #expect(try !pages.receive(page(["b", "B", "v9"])))
        #expect(pages.tags == ["B", "b", "v10", "v9"])
    }

    @Test(arguments: [#"{"name": "a", "tags": null}"#, #"{"name": "a"}"#, #"{"tags": []}"#])
    func `an image without tags has an empty list`(body: String) throws {
        var pages = try pages()
        #expect(try !pages.receive(HTTPAnswer(status: 200, body: Array(body.utf8))))
        #expect(pages.tags == [])
    }

    @Test(arguments: [
        "https://evil.example/x", "http://r.example/x", "//evil.example/x", "ftp://x",
    ])
    func `a next page at another origin is refused`(target: String) throws {
        let reason = try problem([page([], link: "<\(target)>; rel=next")])
        #expect(
            reason == .answer(.linkRefused(to: WebAddress("https:\(target)") ?? WebAddress(target)))
        )
    }

    @Test func `no page is read twice`() throws {
        let there = page([], link: "<?x=2>; rel=next")
        let back = page([], link: "<?n=1000>; rel=next")
        #expect(try problem([there, back]) == .answer(.linkCycle))
        #expect(try problem([back]) == .answer(.linkCycle))
    }

    @Test func `pages, tags and bytes are limited`() throws {
        var limits = TagLimits()
        limits.pages = 2
        limits.tags = 3
        limits.bytes = 100
        let links = (0...2).map { "<?x=\($0)>" }
        #expect(
            try problem(links.map { page([], link: $0) }, limits)
                == .answer(.tooManyPages(limit: 2)))
        #expect(
            try problem([page(["a", "b"], link: links[0]), page(["c", "d"])], limits)
                == .answer(.tooManyTags(limit: 3)))
        let long = String(repeating: "a", count: 60)
        #expect(
            try problem([page([long], link: links[0]), page([long])], limits)
                == .answer(.tagsTooLong(limit: 100)))
    }

    @Test(arguments: ["", "-a", "a b", "a/b", "\\u001b[2J", String(repeating: "a", count: 129)])
    func `a tag that no image can have is refused`(tag: String) throws {
        #expect(try problem([page(["good", tag])]) == .answer(.invalidTag))
    }

    @Test(arguments: [#"{"tags": ["a""#, "", "[]", #"{"tags": [1]}"#, #"{"tags": "a"}"#])
    func `a malformed page is an error`(body: String) throws {
        let answer = HTTPAnswer(status: 200, body: Array(body.utf8))
        #expect(try problem([answer]) == .answer(.malformed(.tags)))
    }

    @Test(arguments: [
        (["</a>; rel=\"next\""], "/a"), (["</a>; rel=next"], "/a"), (["</a>"], "/a"),
        (["</p>; rel=\"prev\", </a>; rel=\"next\""], "/a"),
        (["</p>; rel=prev", "</a>;rel=next"], "/a"),
        (["</a>; title=\"x\"; REL=\"last Next\""], "/a"), (["</p>; rel=prev"], nil), ([], nil),
        (["a; rel=next"], nil), (["</a"], nil), (["<a,b>; rel=next"], "a,b"),
    ])
    func `the next link is found`(fields: [String], target: String?) {
        #expect(LinkHeader.next(in: fields) == target)
    }
}
