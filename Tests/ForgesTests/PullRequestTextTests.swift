import Foundation
import Testing

@testable import Forges

/// Titles, bodies, keys and push options.
struct PullRequestTextTests {
    @Test(arguments: ForgeKind.allCases)
    func `a body that is too long says what is missing`(kind: ForgeKind) {
        let lines = (0..<40_000).map { "| web-\($0) | 1.0.0 | 1.0.1 | 🚀" }
        let body = (["```"] + lines).joined(separator: "\n")
        let text = PullRequestText(.example(body: body), for: kind)
        #expect(text.body.utf16.count <= kind.bodyLimit)
        #expect(text.body.utf16.count > kind.bodyLimit - 400)
        #expect(text.body.hasPrefix(text.keyLine.text() + "\n\n```\n| web-0 |"))
        let end = text.body.split(separator: "\n").suffix(2)
        #expect(end.first == "```")
        #expect(end.last?.contains("of 40001 lines fit into a pull request._") == true)
    }

    @Test func `a single line that is too long is cut between characters`() {
        let text = ShortenedText(String(repeating: "🚀", count: 400), limit: 301)
        #expect(text.text.hasPrefix("🚀"))
        #expect(text.text.utf16.count <= 301)
        #expect(text.text.hasSuffix("_Shortened: 0 of 1 lines fit into a pull request._"))
        #expect(ShortenedText("short", limit: 5).text == "short")
    }

    @Test func `a title is one line of at most 255 characters`() {
        var request = PullRequest.example()
        request.title = "Promote\n web\t1.4.2 "
        #expect(PullRequestText(request, for: .gitHub).title == "Promote web 1.4.2")
        request.title = String(repeating: "a", count: 300)
        let title = PullRequestText(request, for: .gitHub).title
        #expect(title == String(repeating: "a", count: 254) + "…")
    }

    @Test(arguments: ForgeKind.allCases)
    func `a key survives in its line`(kind: ForgeKind) {
        for key in ["production/web@sha256:ab", "a -->b", "--", "x---y", "ä ö", "a%b,obsolete"] {
            let keyLine = KeyLine(key, for: kind)
            let line = keyLine.text()
            #expect(!line.contains("\n"))
            #expect(
                line.components(separatedBy: "--").count == (kind == .bitbucket ? 1 : 3), "\(key)")
            let body = "edited above\r\n\(line)\r\ntext"
            #expect(keyLine.isIn(body))
            #expect(KeyLine.key(in: body, kind: kind) == key)
            let obsolete = KeyLine.obsoleteBody(of: body, kind: kind) ?? ""
            #expect(!keyLine.isIn(obsolete))
            #expect(KeyLine.key(in: obsolete, kind: kind) == key)
            #expect(!KeyLine(key + "x", for: kind).isIn(body))
        }
        #expect(KeyLine.key(in: "no key", kind: kind) == nil)
        #expect(KeyLine.obsoleteBody(of: "no key", kind: kind) == nil)
    }

    @Test func `GitLab takes all of it with a push`() {
        var request = PullRequest.example(body: "one\ntwo\u{7}", labels: ["promotion"])
        request.title = "Promote\nweb"
        #expect(
            request.pushOptions == [
                "merge_request.create", "merge_request.target=main",
                "merge_request.title=Promote web",
                "merge_request.description=<!-- sluice: production/web@sha256:0123 -->"
                    + "\\n\\none\\ntwo",
                "merge_request.label=promotion",
            ])
        request.body = String(repeating: "line of text 🚀\n", count: 20_000)
        #expect(request.pushOptions.allSatisfy { $0.utf8.count < 65_000 })
        #expect(request.pushOptions.allSatisfy { !$0.contains("\n") })
    }

    @Test(arguments: [
        (ForgeKind.gitLab, "Draft: Promote", "Draft: "), (.gitLab, "draft:Promote", "draft:"),
        (.gitea, "WIP: Promote", "WIP: "), (.gitHub, "Draft: Promote", ""),
        (.gitLab, "Promote", ""),
    ])
    func `the mark of a draft is no part of the title`(
        kind: ForgeKind, title: String, mark: String
    ) {
        let existing = ExistingPullRequest(
            kind: kind, number: 1, url: "", title: title, body: nil, branch: "", base: "",
            isFromRepository: true, isMerged: false)
        #expect(existing.draftMark == mark)
        #expect(existing.bareTitle == title.dropFirst(mark.count))
    }
}
