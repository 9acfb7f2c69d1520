import TestSupport
import Testing

@testable import Promotion

@Suite struct PromotionBranchTests {
    private func name(_ image: String, _ identity: String, to environment: String = "production")
        -> String
    {
        PromotionBranch(environment: environment, images: [(image, identity)]).name
    }

    @Test func `a branch is named after the image and its identity`() {
        #expect(
            name("ghcr.io/org/web", "v1.4.2-2d3fcbd-1611906956")
                == "promote/production/web-v1.4.2-2d3fcbd-1611906956")
    }

    @Test(arguments: [
        "v1..2", "a b", "x.lock", ".x", "x.", "x~1^:?*[\\", "@{u}", "ä", "/", "",
        String(repeating: "x", count: 300),
    ])
    func `every identity makes a name that Git accepts`(_ identity: String) throws {
        let name = name("r.example/web", identity, to: identity)
        #expect(name.utf8.count < 240)
        let run = try ProgramRun(
            "git", ["check-ref-format", "--branch", name], at: "/",
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.status == 0, "\(name)")
    }

    @Test func `long identities that differ at their end have different branches`() {
        let long = String(repeating: "x", count: 200)
        #expect(name("web", long + "1") != name("web", long + "2"))
    }

    @Test func `several images share one branch in whatever order`() {
        let images = [("r/web", "1"), ("r/api", "2")]
        let first = PromotionBranch(environment: "live", images: images)
        #expect(first == PromotionBranch(environment: "live", images: images.reversed()))
        #expect(first.name.hasPrefix("promote/live/2-images-"))
    }
}
