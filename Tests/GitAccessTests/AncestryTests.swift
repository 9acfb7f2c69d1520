import GitAccess
import TestSupport
import Testing

/// How the files of commits came to be.
@Suite struct AncestryTests {
    @Test func `the commits that changed a file come newest first`() throws {
        let fixture = try GitFixture()
        let first = try fixture.commit(["a.yaml": "1", "b/a.yaml": "1"])
        try fixture.commit(["b/a.yaml": "2"])
        let third = try fixture.commit(["a.yaml": "2"])
        // Neither the user's settings nor the directory matter.
        try fixture.git("config", "log.follow", "true")
        try fixture.git("config", "log.showSignature", "true")
        let workspace = try fixture.workspace(in: "b")
        #expect(try workspace.commits(of: third, changing: "a.yaml", limit: 9) == [third, first])
        #expect(try workspace.commits(of: third, changing: "a.yaml", limit: 1) == [third])
        #expect(try workspace.commits(of: first, changing: "a.yaml", limit: 9) == [first])
        #expect(try workspace.commits(of: third, changing: "*.yaml", limit: 9) == [])
    }

    @Test func `the bytes of a file are those of the commit`() throws {
        let fixture = try GitFixture()
        let first = try fixture.commit(["a: b.yaml": "1\r\n\u{0}"])
        let second = try fixture.commit(["a: b.yaml": "2"])
        let workspace = try fixture.workspace()
        #expect(
            try workspace.bytes(of: "a: b.yaml", inCommit: first) == Array("1\r\n\u{0}".utf8))
        #expect(try workspace.bytes(of: "a: b.yaml", inCommit: second) == Array("2".utf8))
        #expect(try workspace.bytes(of: "b.yaml", inCommit: second) == nil)
    }

    @Test func `a commit contains itself and its ancestors`() throws {
        let fixture = try GitFixture()
        let first = try fixture.commit(["a.yaml": "1"])
        let second = try fixture.commit(["a.yaml": "2"])
        try fixture.git("checkout", "--quiet", "-b", "other", first)
        let other = try fixture.commit(["b.yaml": "1"])
        let workspace = try fixture.workspace()
        #expect(try workspace.commit(second, contains: first) == true)
        #expect(try workspace.commit(second, contains: second) == true)
        #expect(try workspace.commit(first, contains: second) == false)
        #expect(try workspace.commit(other, contains: second) == false)
        let absent = String(repeating: "7", count: 40)
        #expect(try workspace.commit(absent, contains: first) == nil)
        #expect(try workspace.commit(first, contains: absent) == nil)
    }
}
