import Foundation
import TestSupport
import Testing

/// Files that `make install` and `make deb` put onto a machine.
@Suite struct PackagingTests {
    private static let scripts = PackageFolder.url.appending(path: "scripts").path
    private static let environment = [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/", "LC_ALL": "C.UTF-8",
        // Packages are not compressed here, which saves time.
        "DPKG_DEB_COMPRESSOR_TYPE": "none", "SOURCE_DATE_EPOCH": "1700000000",
    ]

    private func run(_ line: String, at folder: TemporaryDirectory) throws -> ProgramRun {
        try ProgramRun("sh", ["-c", line], at: folder.path, environment: Self.environment)
    }

    private func laidOut() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let run = try run("'\(Self.scripts)/lay-out' '\(BuiltProgram.path)' usr", at: folder)
        #expect(run.status == 0, "\(run.errors)")
        return folder
    }

    @Test func `program completions and man page are laid out`() throws {
        let files = try run("find usr -type f | LC_ALL=C sort", at: laidOut()).output
        #expect(
            files == """
                usr/bin/sluice
                usr/share/bash-completion/completions/sluice
                usr/share/fish/vendor_completions.d/sluice.fish
                usr/share/man/man1/sluice.1
                usr/share/zsh/site-functions/_sluice

                """)
    }

    private func expectValid(
        _ file: String, in shell: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try run("\(shell) -n usr/share/\(file)", at: laidOut())
        #expect(
            run.status == 0 && run.errors.isEmpty, "\(run.errors)", sourceLocation: sourceLocation)
    }

    @Test(.enabled(if: Programs.has("bash"), "bash is not installed"))
    func `the completions are valid in bash`() throws {
        try expectValid("bash-completion/completions/sluice", in: "bash")
    }

    @Test(.enabled(if: Programs.has("zsh"), "zsh is not installed"))
    func `the completions are valid in zsh`() throws {
        try expectValid("zsh/site-functions/_sluice", in: "zsh")
    }

    @Test(.enabled(if: Programs.has("fish"), "fish is not installed"))
    func `the completions are valid in fish`() throws {
        try expectValid("fish/vendor_completions.d/sluice.fish", in: "fish")
    }

    @Test(.enabled(if: Programs.has("bash"), "bash is not installed"))
    func `bash completes commands and options`() throws {
        let script = """
            . usr/share/bash-completion/completions/sluice
            complete_words() {
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                COMPREPLY=(); _sluice sluice "${COMP_WORDS[COMP_CWORD]}" ""; echo "${COMPREPLY[*]}"
            }
            complete_words sluice aud
            complete_words sluice check --sta
            """
        let folder = try laidOut()
        try folder.write("script", script)
        let run = try run("PATH=$PWD/usr/bin:$PATH bash script", at: folder)
        #expect(run.output == "audit\n--staged --statistics\n", "\(run.errors)")
    }

    @Test(.enabled(if: Programs.has("man"), "man is not installed"))
    func `the man page shows every command without warnings`() throws {
        let folder = try laidOut()
        let page = try run(
            "MANWIDTH=100 man --warnings -l usr/share/man/man1/sluice.1 | col -b", at: folder)
        #expect(page.errors.isEmpty)
        let help = try FileManager.default.contentsOfDirectory(
            atPath: PackageFolder.url.appending(path: "Tests/CommandTests/Golden").path)
        let commands = ["check", "init", "hook run", "explain place", "create image policy"]
        #expect(help.contains("sluice-explain-place.txt"))
        for command in commands {
            #expect(page.output.contains("\n   sluice \(command)\n"), "\(command)")
        }
        #expect(page.output.contains("--base rev"))
    }

    @Test(
        .enabled(
            if: Programs.has("dpkg-deb", "dpkg-shlibdeps", "strip"), "dpkg-dev is not installed"))
    func `a Debian package contains the files and dependencies that it declares`() throws {
        let folder = try TemporaryDirectory()
        let packed = try run("'\(Self.scripts)/make-deb' '\(BuiltProgram.path)' dist", at: folder)
        #expect(packed.status == 0, "\(packed.errors)")
        let file = packed.output.trimmingCharacters(in: .newlines)
        let fields = try run("dpkg-deb --field \(file)", at: folder).output
        #expect(fields.contains("\nDepends: libc6 "))
        for name in ["libgit2-", "libmimalloc", "libyaml-0-2", ", git\n"] {
            #expect(fields.contains(name))
        }
        #expect(try run("cd dist && sha256sum --check --quiet SHA256SUMS", at: folder).status == 0)
        #expect(
            try run(
                "dpkg-deb --extract \(file) x && dpkg-deb --control \(file) x/DEBIAN", at: folder
            ).status == 0)
        let sums = try run("cd x && md5sum --check --quiet DEBIAN/md5sums", at: folder)
        #expect(sums.status == 0, "\(sums.output)")
        #expect(try run("x/usr/bin/sluice --version", at: folder).status == 0)
        let documents = try run(
            "ls x/usr/share/doc/sluice x/usr/share/doc/sluice/licenses", at: folder)
        for name in ["changelog.gz", "copyright", "swift-nio-NOTICE.txt"] {
            #expect(documents.output.contains("\(name)\n"))
        }
    }
}
