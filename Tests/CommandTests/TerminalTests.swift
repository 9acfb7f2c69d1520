import TestSupport
import Testing

/// Output that only a terminal gets.
@Suite struct TerminalTests {
    /// Runs a line of shell on a terminal.
    private func terminal(
        _ line: String, in fixture: GitFixture, with variables: [String: String] = [:]
    ) throws -> String {
        try fixture.putSluiceOnPath()
        let script = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1]])"
        return try ProgramRun(
            "python3", ["-c", script, line], at: fixture.path,
            environment: fixture.environment.merging(variables) { $1 }
        ).output
    }

    /// The snapshot of tags is a pipe that says nothing for two seconds after it was opened.
    private static func slow(_ command: String, tags: String = "none") -> String {
        """
        mkfifo ../tags; (exec 3>../tags; sleep 2; echo '\(tags)' >&3) & \
        sluice \(command) --tags ../tags
        """
    }

    @Test(arguments: [
        ("check", "checking"), ("check --fix", "checking"),
        ("check --add-ignores image-untagged --reason why", "checking"),
        ("update", "updating"), ("update --in-place", "updating"),
    ])
    func `progress is shown on a terminal and cleared again`(_ command: String, _ words: String)
        throws
    {
        let output = try terminal(Self.slow(command), in: try GitFixture(files: ["a": ""]))
        #expect(output.contains("\r\u{1B}[K⠋ \(words)"))
        #expect(output.contains("\r\u{1B}[K⠙ \(words)"))
        let rest = try #require(output.split(separator: words).last)
        #expect(rest.hasPrefix("\r\u{1B}[Ksluice: "), "\(rest)")
    }

    @Test func `a line shows how long a cluster is waited for yet`() throws {
        let policy = #"{"$imagepolicy": "flux-system:web"}"#
        let fixture = try GitFixture(files: [
            "a.yaml": Manifest.pod("ghcr.io/org/web:1.0.0 # \(policy)")
        ])
        try fixture.home.writeProgram(
            "bin/kubectl",
            """
            #!/bin/sh
            echo '{"kind": "Pod", "metadata": {"name": "web"}}'

            """)
        let output = try terminal("sluice verify --kubectl production --wait 2s", in: fixture)
        #expect(output.contains("\r\u{1B}[K⠋ waiting: 0 of 1 image live; 1s left"), "\(output)")
        let rest = try #require(output.split(separator: "left").last)
        #expect(rest.hasPrefix("\r\u{1B}[K\u{1B}[2mIMAGE"), "\(rest)")
    }

    @Test func `the result replaces the progress line`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx")])
        let command = "check --add-ignores image-untagged --reason why"
        let output = try terminal(
            Self.slow(command, tags: #"{"schema": 1, "images": []}"#), in: fixture)
        #expect(output.contains("\r\u{1B}[K⠙ checking"))
        #expect(output.contains("\r\u{1B}[Ka.yaml: accepted 1 finding"), "\(output)")
    }

    @Test func `progress is not shown in a file or with the option quiet`() throws {
        let fixture = try GitFixture()
        #expect(try !fixture.shell(Self.slow("check")).errors.contains("checking"))
        try fixture.run("rm", "../tags")
        #expect(
            try !terminal(Self.slow("check --quiet"), in: fixture).contains("checking"))
    }

    @Test(
        arguments: [
            (["TERM_PROGRAM": "WezTerm"], true), (["VTE_VERSION": "7200"], true), ([:], false),
            (["FORCE_HYPERLINK": "1"], true),
            (["TERM_PROGRAM": "WezTerm", "FORCE_HYPERLINK": "0"], false),
            (["TERM_PROGRAM": "WezTerm", "NO_COLOR": "1"], false),
        ] as [([String: String], Bool)])
    func `rules are links on terminals that support them`(
        _ variables: [String: String], _ isLinked: Bool
    ) throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx")])
        let link = "\u{1B}]8;;https://github.com/OWNER/sluice/blob/main/rules/definitions/"
        let output = try terminal("sluice check", in: fixture, with: variables)
        #expect(output.contains(link + "image-untagged.md\u{1B}\\\u{1B}[2m[") == isLinked)
        #expect(output.contains("\u{1B}]8;;") == isLinked)
    }
}
