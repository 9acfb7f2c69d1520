import ImageReferences
import Testing

@Suite struct TagTests {
    @Test(arguments: [
        "latest", "Latest", "stable", "edge", "nightly", "main", "master", "develop", "prod",
        "staging", "canary", "lts", "1", "v2", "1.27", "18.04", "v1.2", "1.27-alpine", "3-slim",
        "3.12-slim-bookworm", "1.27-alpine3.18", "8-ubi9", "12-debian12", "20-ubuntu22.04",
        "2024.1", "0.9", "0", "1-beta", "stable-alpine", "latest-slim", "Main-arm",
        "lts-alpine3.20",
        "debian-latest", "1.2.3-latest",
    ])
    func `series are floating`(_ text: String) {
        #expect(Tag(text).isFloating)
    }

    @Test(arguments: [
        "20240101", "1.2.3", "v1.2.3", "1.2.3-alpine", "2024.01.05", "1.2-abc1234", "3-20240101",
        "1.2-rc1", "main-2d3fcbd-1611906956", "deadbeef", "1-deadbeef", "2-abcdefa", "001", "v",
        "1.", ".1", "1-", "1--slim", "12345", "1.12345", "release-1.2", "1.27-alpine3.18.4",
        "1.2-openjdk17", "sha-1a2b3c", "latest-2", "b123", "1_2",
        "main-abcdefa", "main-", "latestish", "feature-main", "staging-v1.4.2-2d3fcbd-1611906956",
    ])
    func `versions and builds are not floating`(_ text: String) {
        #expect(!Tag(text).isFloating)
    }

    @Test func `validity follows the grammar`() {
        #expect(Tag("_x.Y-9").isValid)
        #expect(!Tag("").isValid)
        #expect(!Tag(".x").isValid)
        #expect(!Tag("a+b").isValid)
    }
}
