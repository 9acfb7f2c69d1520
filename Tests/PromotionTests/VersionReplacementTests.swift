import Configuration
import Testing

@testable import Promotion

@Suite struct VersionReplacementTests {
    private static let digest = "sha256:" + String(repeating: "a", count: 64)
    private static let newDigest = "sha256:" + String(repeating: "b", count: 64)

    private func replaced(
        _ scalar: String, tag: String? = "prod-1", digest: String? = nil,
        identity: Identity? = nil
    ) throws -> String {
        let name = "ghcr.io/org/web"
        return try VersionReplacement(
            old: ImageVersion(name: name, tag: tag, digest: digest),
            new: ImageVersion(name: name, tag: "prod-2", digest: Self.newDigest),
            identity: identity
        ).text(replacing: scalar)
    }

    @Test func `a reference in one piece keeps its parts`() throws {
        let name = "ghcr.io/org/web"
        #expect(try replaced("\(name):prod-1") == "\(name):prod-2")
        #expect(
            try replaced("\(name):prod-1@\(Self.digest)", digest: Self.digest)
                == "\(name):prod-2@\(Self.newDigest)")
        #expect(
            try replaced("\(name)@\(Self.digest)", tag: nil, digest: Self.digest)
                == "\(name)@\(Self.newDigest)")
    }

    @Test func `a part that the environment requires is added`() throws {
        let name = "ghcr.io/org/web"
        #expect(
            try replaced("\(name):prod-1", identity: .digest)
                == "\(name):prod-2@\(Self.newDigest)")
        #expect(
            try replaced("\(name)@\(Self.digest)", tag: nil, digest: Self.digest, identity: .both)
                == "\(name):prod-2@\(Self.newDigest)")
        #expect(try replaced("\(name):prod-1", identity: .either) == "\(name):prod-2")
    }

    @Test func `fields of one part get that part`() throws {
        #expect(try replaced("prod-1") == "prod-2")
        #expect(try replaced(Self.digest, digest: Self.digest) == Self.newDigest)
        #expect(try replaced("ghcr.io/org/web") == "ghcr.io/org/web")
        #expect(
            try replaced("prod-1@\(Self.digest)", digest: Self.digest)
                == "prod-2@\(Self.newDigest)")
    }

    @Test(arguments: ["other", "ghcr.io/org/web:${TAG}", "ghcr.io/org/web:prod-0", ""])
    func `another text is refused`(_ scalar: String) {
        #expect(throws: PromotionObstacle.self) { try replaced(scalar) }
    }
}
