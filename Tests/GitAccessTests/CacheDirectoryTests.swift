import Foundation
import GitAccess
import TestSupport
import Testing

/// The directory of the cache, when it is shared, damaged or cannot be written to.
@Suite struct CacheDirectoryTests {
    private let fixture: GitFixture
    private let cache: CacheDirectory

    init() throws {
        fixture = try GitFixture()
        cache = try fixture.workspace().cache
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? []).sorted()
    }

    @Test func `bytes are kept under a name until they are replaced or cleared`() throws {
        #expect(cache.path == "\(fixture.path)/.git/sluice/cache")
        #expect(cache.bytes(of: "a") == nil)
        #expect(cache.usage == (0, 0))
        cache.keep([1, 2], as: "a")
        cache.keep([3], as: "b")
        cache.keep([4], as: "a")
        #expect(cache.bytes(of: "a") == [4])
        #expect(cache.usage == (2, 2))
        #expect(names == ["a", "b"])
        try cache.clear()
        #expect(cache.bytes(of: "a") == nil)
        #expect(!FileManager.default.fileExists(atPath: cache.path))
        try cache.clear()
    }

    @Test func `work trees and bare repositories have one cache each`() throws {
        try fixture.commit(["a.yaml": "a: 1\n"])
        try fixture.git("worktree", "add", "--quiet", "../second")
        let second = GitFixture(at: "second", in: fixture.home)
        #expect(try second.workspace().cache.path == cache.path)
        let bare = try GitFixture("--bare")
        #expect(try bare.workspace().cache.path == "\(bare.path)/sluice/cache")
    }

    @Test func `the entries that were used least recently are removed first`() throws {
        for number in 0..<64 {
            cache.keep([UInt8(number)], as: "\(number)")
            setTime(of: "\(number)", to: Double(number))
        }
        #expect(cache.usage.entryCount == 64)
        #expect(cache.bytes(of: "0") == [0])
        cache.keep([64], as: "64")
        #expect(cache.usage.entryCount == 64)
        #expect(cache.bytes(of: "0") == [0])
        #expect(cache.bytes(of: "1") == nil)
        #expect(cache.bytes(of: "2") == [2])
    }

    private func setTime(of name: String, to seconds: Double) {
        try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)],
            ofItemAtPath: "\(cache.path)/\(name)")
    }

    @Test func `what a killed run left is removed after an hour`() throws {
        cache.keep([1], as: "a")
        for name in ["old.1.draft", "new.2.draft"] {
            try Data([1]).write(to: URL(filePath: "\(cache.path)/\(name)"))
        }
        setTime(of: "old.1.draft", to: 0)
        #expect(cache.usage == (1, 1))
        cache.keep([2], as: "b")
        #expect(names == ["a", "b", "new.2.draft"])
        try cache.clear()
        #expect(names.isEmpty)
    }

    @Test func `links, directories and files of other users are not entries`() throws {
        cache.keep([1], as: "a")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: "\(cache.path)/link", withDestinationPath: "\(cache.path)/a")
        try files.createDirectory(
            atPath: "\(cache.path)/directory", withIntermediateDirectories: false)
        #expect(cache.bytes(of: "link") == nil)
        #expect(cache.bytes(of: "directory") == nil)
        #expect(cache.usage == (1, 1))
        #expect(throws: CacheError.self) { try cache.clear() }
        if geteuid() == 0 {
            cache.keep([1], as: "a")
            try fixture.run("chown", "1", "\(cache.path)/a")
            #expect(cache.bytes(of: "a") == nil)
            try fixture.run("chown", "1", cache.path)
            cache.keep([1], as: "b")
            #expect(cache.bytes(of: "b") == nil)
        }
    }

    @Test func `nothing is kept where no directory can be made`() throws {
        try fixture.write(".git/sluice", "a file")
        cache.keep([1], as: "a")
        #expect(cache.bytes(of: "a") == nil)
        #expect(cache.usage == (0, 0))
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `nothing is lost or left on a full or read-only disk`() throws {
        cache.keep([1], as: "a")
        try cache.clear()
        let disk = try SmallDisk(at: cache.path, filler: "filler")
        cache.keep([1], as: "a")
        try disk.fill()
        cache.keep(Array(repeating: 2, count: 100_000), as: "a")
        cache.keep(Array(repeating: 2, count: 100_000), as: "b")
        #expect(cache.bytes(of: "a") == [1])
        #expect(cache.bytes(of: "b") == nil)
        #expect(names == ["a", "filler"])
        try disk.free()
        try disk.remount("ro")
        cache.keep([2], as: "a")
        #expect(cache.bytes(of: "a") == [1])
    }
}
