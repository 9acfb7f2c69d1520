import Serving
import StatusPages
import Testing

/// The page as text; what a browser makes of it is tested beside.
@Suite struct StatusPageTests {
    @Test func `an empty page says what to do`() {
        let page = StatusPage(status: Statuses.empty).text
        for words in [
            "--repository", "sluice create image update", "sluice create image policy",
            "--secret-dir", "<title>Sluice</title>",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.contains("id=\"problems\"") && !page.contains("<table"))
    }

    @Test func `what fails comes first`() throws {
        let page = StatusPage(status: Statuses.failing()).text
        #expect(page.contains("<title>Sluice: 4 failing</title>"))
        let first = try #require(page.firstMatch(of: /<section id="([a-z]+)">/)).1
        #expect(first == "problems")
        let rows = try #require(page.firstMatch(of: /(?s)id="automations".*?<tbody>(.*?)<\/tbody>/))
            .1.matches(of: /teams\/fleet-(\d)/).map(\.1)
        #expect(rows == ["1", "2", "0", "3"])
    }

    @Test(arguments: [
        "protected: push to another branch", "asks for a password", "minimumReleaseAge",
        "no tag is within", "has no <code>token</code>", "it answers 503", "suspended", "3 refused",
        "1 h 6 min ago", "in 20 min", "every 30 min",
    ])
    func `the page tells`(_ words: String) {
        #expect(StatusPage(status: Statuses.failing()).text.contains(words))
    }

    @Test func `a page of thousands is bounded and says so`() {
        let page = StatusPage(status: Statuses.busy(repositories: 400, images: 5000)).text
        #expect(page.utf8.count < 1_000_000)
        #expect(page.contains("… and 200 more.") && page.contains("<b>4800</b> <span>Images"))
        #expect(page.matches(of: /<tr>/).count < 1500)
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\" onmouseover=\"alert(1)", "' onclick='alert(1)",
        "</style><script>", "&lt;", "\u{202E}gnp", "</script><!--",
    ])
    func `hostile names stay plain text`(_ text: String) {
        let known = markup(StatusPage(status: Statuses.failing()).text)
        let page = StatusPage(status: Statuses.failing(text: text)).text
        #expect(markup(page).subtracting(known) == [])
        #expect(!page.contains("\u{202E}"))
    }

    /// The kinds of tags, with their attributes and without the values of these.
    private func markup(_ page: String) -> Set<String> {
        Set(
            page.matches(of: /<[^>]*>/).map {
                String($0.0).replacing(/"[^"]*"/, with: "\"\"")
            })
    }

    @Test func `only addresses of the Web become links`() {
        var status = Statuses.busy(repositories: 1, images: 1)
        status.repositories[0].automations[0].pullRequest = "javascript:alert(1)"
        #expect(!StatusPage(status: status).text.contains("javascript"))
    }

    @Test func `the page loads nothing, and its links lead to its sections`() {
        for status in [Statuses.empty, Statuses.failing()] {
            let page = StatusPage(status: status).text
            #expect(page.matches(of: /\bsrc=|url\(|@import|<script/).isEmpty)
            for link in page.matches(of: /href="#([^"]*)"/) {
                #expect(page.contains("id=\"\(link.1)\""), "\(link.1)")
            }
        }
    }

    @Test func `tables have headers for columns and rows`() {
        let page = StatusPage(status: Statuses.failing()).text
        let rows = page.matches(of: /(?s)<tr>(.*?)<\/tr>/)
        #expect(rows.count > 30)
        for row in rows { #expect(row.1.contains("scope=\"")) }
        #expect(page.matches(of: /<h1>/).count == 1)
    }

    @Test func `the sign-in page posts the token and never shows it in an address`() {
        let page = SignInPage(isWrong: true).text
        #expect(page.contains("method=\"post\"") && page.contains("type=\"password\""))
        #expect(page.contains("This is not the token"))
        #expect(!SignInPage().text.contains("This is not the token"))
    }
}
