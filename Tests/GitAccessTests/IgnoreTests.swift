import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

/// Whether files are ignored, decided as Git decides it.
struct IgnoreTests {
    /// Rules that mean something for the paths below, alone or after each other.
    static let rules = [
        "*.log", "build/", "/a/b", "!x.log", "a/**/z", "b/*", "!b/x.yaml", "z", "**/build", "a/**",
        "!a/b/", "!/a/*", "[a-c]", "[!a]*.yaml", "x.ya?l", "f[[:digit:]]", "**", "!*/", "\\!odd",
        "a/", "# comment", "f1 ", "f2\\ ", "b/**/f*", "*a*b*", "[z", "f3\\", "/", "a//b", "**/a/**",
        "x.log\r", "!f1", "[]x]*", "[a-]", "!", "  ", "/**/z", "a/*/z", "**.yaml", "b**/f0",
    ]

    @Test(arguments: 0..<20)
    func `ignored files are those of Git`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try GitFixture()
        let names = ["a", "b", "build", "x.log", "x.yaml", "z", "!odd", "]x"]
        for number in 0..<60 {
            let folders = (0..<random.next(below: 4)).map { _ in names[random.next(below: 3)] + "/"
            }
            let name =
                number.isMultiple(of: 2)
                ? "f\(random.next(below: 4))" : names[3 + random.next(below: 5)]
            try fixture.write(folders.joined() + name, "text")
        }
        try fixture.git("add", "--force", "a")
        for (file, count) in [(".gitignore", 5), ("a/.gitignore", 3), (".git/info/exclude", 2)] {
            let chosen = (0..<count).map { _ in Self.rules[random.next(below: Self.rules.count)] }
            try fixture.write(file, chosen.joined(separator: "\n"))
        }
        let listed = try fixture.git("ls-files", "--cached", "--others", "--exclude-standard")
        let expected = listed.split(separator: "\n").map(String.init)
        let found = try fixture.workspace().snapshot(of: .worktree).entries.map(\.path)
        #expect(found.sorted() == expected.sorted())
    }

    @Test func `the user's own ignore files apply`() throws {
        let fixture = try GitFixture()
        for file in ["a.log", "b.tmp", "c.bak", "d.yaml"] { try fixture.write(file, "") }
        try fixture.home.write(".config/git/ignore", "*.log\n!*.tmp\n")
        try fixture.write(".git/info/exclude", "*.bak\n")
        let contents = {
            try fixture.workspace(["GIT_CONFIG_NOSYSTEM": "1"]).contents(of: .worktree)
        }
        #expect(try contents() == ["b.tmp: ", "d.yaml: "])
        try fixture.home.write("mine", "*.tmp\n")
        try fixture.git("config", "core.excludesFile", "~/mine")
        #expect(try contents() == ["a.log: ", "d.yaml: "])
        try fixture.git("config", "core.ignoreCase", "true")
        try fixture.write("E.TMP", "")
        #expect(try contents() == ["a.log: ", "d.yaml: "])
    }

    @Test func `a hostile rule is matched in time`() throws {
        let fixture = try GitFixture()
        let name = String(repeating: "a", count: 200)
        try fixture.write(name, "")
        let stars = String(repeating: "*a", count: 100) + "b\n"
        let folders = String(repeating: "**/", count: 2_000) + "b\n"
        try fixture.write(".gitignore", stars + folders)
        #expect(try fixture.workspace().snapshot(of: .worktree).entries.count == 2)
    }
}

extension SeededGenerator {
    fileprivate mutating func next(below bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}
