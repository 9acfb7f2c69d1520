import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Work trees that contain more than plain files.
struct WorktreeTests {
    @Test func `pipes are not files and do not block`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a", "b.yaml": "b"])
        let snapshot = try fixture.workspace().snapshot(of: .worktree)
        try FileManager.default.removeItem(atPath: fixture.path + "/a.yaml")
        try fixture.run("mkfifo", "a.yaml", "pipe.yaml")
        #expect(try fixture.contents(of: .worktree) == ["b.yaml: b"])
        let reader = try snapshot.makeReader()
        #expect(throws: SnapshotReadError.unreadable(reason: "no longer a regular file")) {
            try reader.bytes(of: snapshot.entries[0], limit: 10)
        }
    }

    @Test func `a link in place of a directory is not followed`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["apps/a.yaml": "a"])
        let snapshot = try fixture.workspace().snapshot(of: .worktree)
        let files = FileManager.default
        try files.moveItem(atPath: fixture.path + "/apps", toPath: fixture.home.path + "/outside")
        try files.createSymbolicLink(
            atPath: fixture.path + "/apps", withDestinationPath: fixture.home.path + "/outside")
        let target = "apps@: \(fixture.home.path)/outside"
        #expect(try fixture.contents(of: .worktree) == [target])
        let reader = try snapshot.makeReader()
        #expect(throws: SnapshotReadError.self) {
            try reader.bytes(of: snapshot.entries[0], limit: 10)
        }
    }

    @Test func `a file that became a link is not followed`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        let snapshot = try fixture.workspace().snapshot(of: .worktree)
        try FileManager.default.removeItem(atPath: fixture.path + "/a.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/a.yaml", withDestinationPath: "/etc/hostname")
        let reader = try snapshot.makeReader()
        #expect(throws: SnapshotReadError.self) {
            try reader.bytes(of: snapshot.entries[0], limit: 10)
        }
    }

    /// The one without a comparison has no executable modes and no ids of blobs.
    @Test func `a snapshot without a comparison contains the same files`() throws {
        let fixture = try GitFixture()
        try fixture.commit([
            ".gitignore": "*.log\n", "apps/a.yaml": "a", "apps/b.yaml": "b", "gone.yaml": "g",
        ])
        try fixture.run("ln", "-s", "a.yaml", "apps/link.yaml")
        try fixture.run("chmod", "+x", "apps/b.yaml")
        try fixture.run("mkfifo", "pipe.yaml")
        try fixture.run("rm", "gone.yaml")
        try fixture.run("cp", "apps/a.yaml", "new.yaml")
        try fixture.run("cp", "apps/a.yaml", "some.log")
        let compared = try fixture.workspace().snapshot(of: .worktree)
        let alone = try fixture.workspace().snapshot(of: .worktree, isCompared: false)
        #expect(alone.entries.map(\.path) == compared.entries.map(\.path))
        #expect(
            compared.entries.map(\.path) == [
                ".gitignore", "apps/a.yaml", "apps/b.yaml", "apps/link.yaml", "new.yaml",
            ])
        #expect(alone.entries.map(\.mode) == [.file, .file, .file, .symbolicLink, .file])
        #expect(compared.entries.map(\.mode) == [.file, .file, .executable, .symbolicLink, .file])
        #expect(alone.entries.allSatisfy { $0.blobID == nil })
        let reader = try alone.makeReader()
        #expect(
            try alone.entries.map {
                String(decoding: try reader.bytes(of: $0, limit: 9), as: UTF8.self)
            }
                == ["*.log\n", "a", "b", "a.yaml", "a"])
    }

    @Test(arguments: [GitWorkspace.Place.worktree, .index, .revision("HEAD")])
    func `sizes are limited before reading`(place: GitWorkspace.Place) throws {
        let fixture = try GitFixture()
        try fixture.commit(["empty": "", "exact": "1234", "large": "12345"])
        #expect(
            try fixture.workspace().contents(of: place, limit: 4) == [
                "empty: ", "exact: 1234", "large: \(SnapshotReadError.tooLarge(size: 5, limit: 4))",
            ])
    }

    @Test func `a huge file is not read`() throws {
        let fixture = try GitFixture()
        try fixture.run("truncate", "--size=1T", "huge.yaml")
        let expected = SnapshotReadError.tooLarge(size: 1 << 40, limit: 1_000_000)
        #expect(try fixture.contents(of: .worktree) == ["huge.yaml: \(expected)"])
    }

    @Test func `every name can be read`() throws {
        let fixture = try GitFixture()
        // In order: a line break, a quote and a backslash, a byte that is not UTF-8, and the same
        // letter composed and decomposed.
        let names = [
            #"line\nbreak"#, #"quote\042\134"#, #"bad-\377"#, #"caf\303\251"#, #"cafe\314\201"#,
        ]
        for (number, name) in names.enumerated() {
            try fixture.run("sh", "-c", "printf \(number) >\"$(printf '\(name)').yaml\"")
        }
        let expected = [
            "bad-\\xFF.yaml: 2", "cafe\u{301}.yaml: 4", "caf\\xC3\\xA9.yaml: 3",
            "line\nbreak.yaml: 0", "quote\"\\.yaml: 1",
        ]
        #expect(try Set(fixture.contents(of: .worktree)) == Set(expected))
        try fixture.commit()
        #expect(try Set(fixture.contents(of: .index)) == Set(expected))
        #expect(try fixture.contents(of: .worktree) == fixture.contents(of: .revision("HEAD")))
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
    func `files without permission have the reason`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a", "apps/b.yaml": "b"])
        try fixture.run("chmod", "0", "a.yaml", "apps")
        let reason = SnapshotReadError.unreadable(reason: "permission denied")
        #expect(
            try fixture.contents(of: .worktree) == ["a.yaml: \(reason)", "apps/b.yaml: \(reason)"])
    }

    @Test func `an untracked repository inside is not entered`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        try fixture.git("init", "--quiet", "vendor/other")
        try fixture.write("vendor/other/b.yaml", "b")
        try fixture.write("vendor/c.yaml", "c")
        #expect(
            try fixture.contents(of: .worktree) == [
                "a.yaml: a", "vendor/c.yaml: c", "vendor/other/",
            ]
        )
    }

    @Test func `ids are known only if the file is certainly the blob`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "aa", "b.yaml": "bb", "c.yaml": "cc"])
        let ids = { try fixture.workspace().snapshot(of: .worktree).entries.map(\.blobID) }
        let blobs = try fixture.workspace().snapshot(of: .index).entries.map(\.blobID)
        try fixture.makeOld("a.yaml", "b.yaml", "c.yaml")
        try fixture.git("add", "--renormalize", ".")
        try fixture.git("update-index", "--refresh")
        #expect(try ids() == blobs, "all are older than the index")

        try fixture.write("b.yaml", "BB")
        #expect(try ids() == [blobs[0], nil, blobs[2]], "as long as before, but written again")

        try fixture.write("d/.gitattributes", "* text=auto\n")
        #expect(try ids().allSatisfy { $0 == nil }, "conversion may change bytes")
    }

    @Test func `deep directories are read`() throws {
        let fixture = try GitFixture()
        let deep = (0..<300).map { _ in "d" }.joined(separator: "/")
        try fixture.commit(["\(deep)/a.yaml": "a"])
        for place in [GitWorkspace.Place.worktree, .index, .revision("HEAD")] {
            #expect(try fixture.contents(of: place) == ["\(deep)/a.yaml: a"])
        }
    }
}

extension GitFixture {
    /// Makes files look as if they were written a minute ago.
    fileprivate func makeOld(_ files: String...) throws {
        for file in files {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)],
                ofItemAtPath: "\(path)/\(file)")
        }
    }
}
