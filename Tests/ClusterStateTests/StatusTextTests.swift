import ImageReferences
import Testing

@testable import ClusterState

/// Texts in the status of objects: revisions, and the images of containers.
@Suite struct StatusTextTests {
    private static let commit = "0123456789abcdef0123456789abcdef01234567"

    @Test(
        arguments: [
            ("main@sha1:\(commit)", "main"), ("a@b/c@d@sha1:\(commit)", "a@b/c@d"),
            ("refs/heads/main@sha1:\(commit)", "refs/heads/main"), ("main/\(commit)", "main"),
            ("feature/x/\(commit)", "feature/x"), ("sha1:\(commit)", nil),
            ("v1:2@sha1:\(commit)", "v1:2"),
        ] as [(String, String?)])
    func `a revision is read from its end`(_ text: String, _ name: String?) {
        let revision = GitRevision(text)
        #expect(revision?.commit == Self.commit)
        #expect(revision?.name == name)
    }

    @Test func `a commit may have an id of 64 digits`() {
        let id = Self.commit + String(repeating: "0", count: 24)
        #expect(GitRevision("main@sha256:\(id)")?.commit == id)
    }

    @Test(arguments: [
        "", "main", commit, "main@sha1:", "main@sha1:0123", "main@md5:\(commit)",
        "main@sha1:\(commit.uppercased())", "main/\(commit)x", "main@sha1:--upload-pack=\(commit)",
    ]) func `other texts are no revisions`(_ text: String) {
        #expect(GitRevision(text) == nil)
    }

    private static let digest = "sha256:" + String(repeating: "a", count: 64)

    @Test(arguments: [
        "docker-pullable://reg.example.com:5000/web@\(digest)", "reg.example.com/web@\(digest)",
        "web@\(digest)", "a@b@\(digest)",
    ]) func `a digest behind a name is the registry's`(_ text: String) {
        #expect(RunningImage(imageID: text) == Digest(Self.digest).map { .digest($0) })
    }

    @Test(arguments: ["docker://\(digest)", digest, "web@sha256:abc", "web:1"])
    func `other ids are the node's own`(_ text: String) {
        guard case .local = RunningImage(imageID: text) else {
            Issue.record("\(RunningImage(imageID: text))")
            return
        }
    }

    @Test(arguments: ["", "docker://"])
    func `a container that has not started has no image`(_ text: String) {
        #expect(RunningImage(imageID: text) == .none)
    }
}
