import Reports
import Testing

@testable import Changes

/// The comment on a pull request.
@Suite struct DiffMarkdownTests {
    private static let tool = ToolIdentity(name: "sluice", version: "0")

    /// A change that adds many workloads with names of an attacker's choice.
    private func diff(count: Int, name: String = "web") async throws -> DeploymentDiff {
        var files = Sample.files()
        let many = (0..<count).map { number in
            Sample.workload("ghcr.io/org/\(number):1")
                .replacing("name: web\nspec", with: "name: '\(name)-\(number)'\nspec")
        }
        files["apps/base/web.yaml"] = many.joined(separator: "---\n")
        return try await Sample.diff(from: Sample.files(), to: files)
    }

    @Test(arguments: [4_000, 10_000, 65_536]) func `it stays within the limit`(_ limit: Int)
        async throws
    {
        let report = DiffReport(try await diff(count: 300))
        let text = report.rendered(as: .markdown, by: Self.tool, limit: limit)
        #expect(text.unicodeScalars.count <= limit)
        #expect(text.contains("more images."))
        #expect(text.count(of: "<details>") == text.count(of: "</details>"))
    }

    @Test func `hostile names make no mention, link or markup`() async throws {
        let name = "@org/team <img src=x> [a](https://evil.example) #1 www.evil.example `x` |"
        let report = DiffReport(try await diff(count: 1, name: name))
        let text = report.rendered(as: .markdown, by: Self.tool)
        for piece in ["@org", "<img", "](", "https://", "#1 ", "www.", "`", "x |"] {
            #expect(!text.contains(piece), "\(piece)")
        }
        let page = report.rendered(as: .html, by: Self.tool)
        #expect(page.contains("&lt;img") && !page.contains("<img"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
