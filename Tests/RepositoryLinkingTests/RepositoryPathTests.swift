import Kustomize
import RepositoryLinking
import Testing

@Suite struct RepositoryPathTests {
    @Test(arguments: [
        ("a.yaml", "", "a.yaml"), ("a.yaml", "x/y", "x/y/a.yaml"), ("./a", "x", "x/a"),
        ("../a", "x/y", "x/a"), ("../../a", "x/y", "a"), ("../../../a", "x/y", nil),
        ("..", "x", ""),
        ("..", "", nil), (".", "x", "x"), ("", "x", "x"), ("a/", "x", "x/a"),
        ("a//b", "x", "x/a/b"),
        ("a/../b", "x", "x/b"), ("a/./b", "x", "x/a/b"), ("a/../../..", "x", nil), ("/a", "x", nil),
        (".hidden/a", "x", "x/.hidden/a"), ("..a", "x", "x/..a"), ("./../a/", "x/y", "x/a"),
        ("./", "", ""),
    ])
    func `relative paths are joined to a directory`(
        _ relative: String, _ folder: String, _ path: String?
    ) {
        #expect(RepositoryPath.joined(relative, to: folder) == path)
    }
}
