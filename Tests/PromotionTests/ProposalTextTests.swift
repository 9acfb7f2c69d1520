import SourceText
import Testing
import UpdateEngine

@testable import Promotion

@Suite struct ProposalTextTests {
    private func image(author: String = "Ada", before: String = "prod-1") -> PromotedImage {
        PromotedImage(
            source: ImageVersion(name: "r/web", tag: "staging-2", digest: nil),
            sourcePlace: ("staging.yaml", 3), identity: "2",
            target: ImageVersion(name: "r/web", tag: "prod-2", digest: "sha256:aa"),
            replaced: [ImageVersion(name: "r/web", tag: before, digest: nil)],
            changes: [
                .init(
                    place: SourceLocation(path: "prod.yaml", span: SourceSpan(0, 1)), line: 7,
                    before: before, after: "prod-2")
            ],
            tested: .init(commit: "0123456789abcdef", author: author, day: "2026-01-02"),
            previousCommit: "fedcba9876543210", isOlder: false)
    }

    private func text(_ images: PromotedImage...) -> ProposalText {
        ProposalText(from: "staging", to: "production", images: images)
    }

    @Test func `the body says what changes where, who tested it, and how to go back`() {
        let body = text(image()).body
        #expect(body.contains("| `r/web` | `prod-1` | `prod-2` | `sha256:aa` |"))
        #expect(body.contains("- `prod.yaml:7`: `prod-1` → `prod-2`"))
        #expect(
            body.contains("since 2026-01-02 (`staging.yaml:3`, commit `0123456789ab` by `Ada`)"))
        #expect(body.contains("returns to `prod-1` (commit `fedcba987654`)"))
        #expect(body.contains("- [ ] "))
    }

    @Test func `the message is recognized by its trailers`() throws {
        let message = text(image()).message
        #expect(message.hasPrefix("Promote web 2 to production\n\nr/web: prod-1 → prod-2\n"))
        let trailers = try #require(PromotionTrailers(message: message))
        #expect(
            trailers.isAlike(
                PromotionTrailers(source: "staging", target: "production", images: ["r/web"])))
        #expect(PromotionTrailers(message: "Fix a typo\n\nPromoted-from: staging\n") == nil)
    }

    @Test func `texts of others stay text in Markdown`() {
        let body = text(image(author: "<img src=x> **A** [l](u) @all", before: "a`b|c")).body
        #expect(body.contains("`<img src=x> **A** [l](u) @all`"))
        #expect(body.contains(#"| `a'b\|c` |"#) && body.contains("to `a'b|c`"))
    }

    @Test func `several images have one title`() {
        #expect(
            text(image(), image()).title == "Promote 2 images from staging to production")
    }
}

@Suite struct RequestKeyTests {
    @Test func `a key is replaced by a promotion of at least the same images`() throws {
        let old = try #require(RequestKey(promotion: "promotion production r/web=1"))
        let new = try #require(RequestKey(promotion: "promotion production r/api=1 r/web=2"))
        #expect(old.isReplaced(by: new))
        #expect(!new.isReplaced(by: old))
        #expect(RequestKey(promotion: "promotion production") == nil)
        #expect(RequestKey(promotion: "other production r/web=1") == nil)
        #expect(RequestKey(promotion: new.text) == new)
        let other = try #require(RequestKey(promotion: "promotion staging r/web=2"))
        #expect(!old.isReplaced(by: other))
    }
}
