import Foundation
import SourceText
import TestSupport
import Testing

@testable import GitAccess

@Suite struct PlainDirectoryTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for path in ["b/x.yaml", "b/.hidden/y.yaml", "a.yaml", "a/c/z.yaml", ".git/config"] {
            try folder.write(path, path)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "b")
    }

    @Test func `all files below the directory are listed`() throws {
        let snapshot = try PlainDirectory(folder.path).snapshot()
        #expect(
            snapshot.entries.map(\.path)
                == ["a.yaml", "a/c/z.yaml", "b/.hidden/y.yaml", "b/x.yaml", "link"])
        #expect(snapshot.entries.map(\.mode) == [.file, .file, .file, .file, .symbolicLink])
        let reader = try snapshot.makeReader()
        for entry in snapshot.entries where entry.mode == .file {
            #expect(try reader.bytes(of: entry, limit: 100) == Array(entry.path.utf8))
        }
    }

    @Test(arguments: [
        (["b"], ["b/.hidden/y.yaml", "b/x.yaml"]), (["a.yaml"], ["a.yaml"]),
        (["a/c", "b/x.yaml"], ["a/c/z.yaml", "b/x.yaml"]), (["gone"], []), (["lin"], []),
    ]) func `paths narrow the listed files`(_ paths: [String], _ found: [String]) throws {
        #expect(try PlainDirectory(folder.path).snapshot(of: paths).entries.map(\.path) == found)
    }

    @Test func `a missing directory is an error`() {
        #expect(throws: GitError.self) { try PlainDirectory("\(folder.path)/gone").snapshot() }
    }
}
