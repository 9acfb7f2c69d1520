import Testing

@testable import LanguageServer

@Suite struct FileAddressTests {
    @Test(arguments: [
        ("file:///a/b.yaml", "/a/b.yaml"), ("file://localhost/a/b.yaml", "/a/b.yaml"),
        ("file:///a%20b/%C3%A4%25.yaml", "/a b/ä%.yaml"), ("FILE:///a/b", "/a/b"),
        ("file:///a/b/", "/a/b"), ("file:///a/../b/./c.yaml", "/b/c.yaml"),
    ]) func `addresses of files have a path`(_ uri: String, _ path: String) {
        #expect(FileAddress.path(of: uri) == path)
    }

    @Test(arguments: [
        "untitled:Untitled-1", "https://example.org/a.yaml", "file://other/a.yaml", "", "a.yaml",
        "file:a.yaml", "file:///a%00b.yaml", "git:/a/b.yaml?HEAD",
    ]) func `other addresses have no path`(_ uri: String) {
        #expect(FileAddress.path(of: uri) == nil)
    }

    @Test(arguments: ["/a/b.yaml", "/a b/ä%#?.yaml", "/\u{1F600}/[x]{y}.yaml"])
    func `paths are converted to addresses and back`(_ path: String) {
        #expect(FileAddress.path(of: FileAddress.uri(ofPath: path)) == path)
    }
}
