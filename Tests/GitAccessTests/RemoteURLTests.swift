import TestSupport
import Testing

@testable import GitAccess

struct RemoteURLTests {
    /// Each element has spellings of one address.
    static let same = [
        [
            "git@Host.example:org/repo.git", "ssh://git@host.example/org/repo",
            "host.example:/org/repo/",
            "ssh://host.example:22/org/repo.git/", "git+ssh://flux@host.example/org/repo",
        ],
        [
            "https://host.example/org/repo", "https://ada:pw@HOST.example:443/org/repo.git",
            "HTTPS://host.example//org/repo/?x=1#y",
        ],
        ["http://127.0.0.1:80/r", "http://127.0.0.1/r.git"],
        [
            "ssh://git@[::1]:2222/r", "ssh://[::1]:2222/r.git/",
        ],
        ["[host:2222]:r", "git@[host:2222]:r", "ssh://host:2222/r"],
        ["file:///srv/git/r.git", "/srv/git/r", "/srv/git/r/"],
        ["ssh://host/~/r", "host:r"], ["[::1]:r", "git@[::1]:r", "ssh://[::1]/r"],
    ]

    @Test(arguments: same)
    func `spellings of one address are equal`(_ spellings: [String]) {
        #expect(Set(spellings.map { RemoteURL($0) }).count == 1)
        #expect(RemoteURL(spellings[0]) != nil)
    }

    @Test func `different addresses are not equal`() {
        let urls =
            Self.same.map { $0[0] } + [
                "https://host.example/org/repo2", "https://host.example/Org/repo",
                "https://host.example:8443/org/repo", "http://host.example/org/repo",
                "ssh://host.example:2222/org/repo", "https://host.example/org/repo.git.git",
            ]
        #expect(Set(urls.map { RemoteURL($0) }).count == urls.count)
    }

    @Test(arguments: ["", "origin", "../r", "https://", "https://host", "ext::sh -c x", "host:"])
    func `text that is not an address is nil`(_ text: String) {
        #expect(RemoteURL(text) == nil)
    }

    @Test(
        arguments: [
            ("https://ada:secret@github.com/org/repo.git?x=1", "https://github.com/org/repo"),
            ("git@github.com:org/repo.git", "ssh://github.com/org/repo"),
            ("ssh://git@host:2222/r", "ssh://host:2222/r"), ("/srv/git/r", nil),
            ("https://host/a b", nil), ("https://host/%0A", nil), ("https://ho\"st/r", nil),
        ] as [(String, String?)])
    func `the URI in reports has no secrets`(_ url: String, _ expected: String?) {
        #expect(RemoteURL(url)?.uri == expected)
    }

    @Test func `only addresses of this machine are loopback`() {
        let hosts = [
            "127.0.0.1", "localhost", "[::1]", "127.0.0.1.evil.example", "127.evil", "10.0.0.1",
        ]
        #expect(
            hosts.map { RemoteURL("http://\($0)/r")?.isLoopback } == [
                true, true, true, false, false, false,
            ])
    }

    @Test func `a remote is found by its address`() throws {
        let fixture = try GitFixture()
        try fixture.git("remote", "add", "fork", "git@host.example:me/repo")
        try fixture.git("remote", "add", "origin", "work:org/repo.git")
        try fixture.git("config", "url.ssh://git@host.example/.insteadOf", "work:")
        try fixture.git("config", "url.https://mirror.example/.insteadOf", "https://slow.example/")
        try fixture.git("remote", "add", "quick", "https://mirror.example/a")
        try fixture.git("remote", "add", "slow", "https://slow.example/b")
        try fixture.git("config", "remote.nameless.proxy", "x")
        let workspace = try fixture.workspace()
        let cases = [
            ("ssh://git@host.example/org/repo", ["origin"]), ("work:org/repo", ["origin"]),
            ("ssh://git@host.example/me/repo.git", ["fork"]), ("https://slow.example/a", ["quick"]),
            ("https://slow.example/b", ["slow"]), ("https://mirror.example/b", ["slow"]),
            ("https://host.example/org/repo", []), ("origin", []),
        ]
        for (url, names) in cases {
            #expect(try workspace.remotes(at: url).map(\.name) == names, "\(url)")
        }
    }

    @Test(arguments: [
        ("fatal: https://ada:pw@host/r.git?token=x: no", "fatal: https://host/r.git no"),
        ("'https://tok@host/a' and ssh://git@host/b", "'https://host/a' and ssh://host/b"),
        ("git@host:r and a@b", "git@host:r and a@b"), ("://", "://"),
        ("https://a:b@c@host/x@y", "https://host/x@y"),
    ])
    func `URLs lose their secrets`(_ text: String, _ expected: String) {
        #expect(withoutSecrets(text) == expected)
    }

    @Test func `foreign text does not control the terminal`() {
        let text =
            "\u{1B}[31mred\u{1B}[0m \u{202E}back\n\n\r\n  a\tb \n"
            + String(repeating: "x\n", count: 50)
        let lines = shownLines(text)
        #expect(lines.prefix(2) == ["[31mred[0m back", "a b"])
        #expect(lines.count == 20)
    }
}
