import Foundation
import GitAccess
import TestSupport
import Testing

/// How the hook is installed, and which files it checks.
struct HookTests {
    @Test(
        arguments: [
            ([:], .wholeIndex),
            (["GIT_INDEX_FILE": ".git/index"], .staged),
            (["GIT_INDEX_FILE": ""], .wholeIndex),
            (
                ["PRE_COMMIT_FROM_REF": "a", "PRE_COMMIT_TO_REF": "b", "GIT_INDEX_FILE": "i"],
                .pushed(revision: "b", base: "a")
            ),
            (["PRE_COMMIT_FROM_REF": "a", "GIT_INDEX_FILE": "i"], .staged),
            (
                ["PRE_COMMIT_LOCAL_BRANCH": "refs/heads/main"],
                .pushed(revision: "refs/heads/main", base: nil)
            ),
        ] as [([String: String], HookSituation)])
    func `variables of the environment decide what is checked`(
        variables: [String: String], expected: HookSituation
    ) {
        #expect(HookSituation(variables: variables) == expected)
    }

    @Test func `the hook in the repository is the installed one`() throws {
        let top = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = top.appendingPathComponent("hooks/pre-commit")
        #expect(try String(contentsOf: file, encoding: .utf8) == HookInstallation.script)
        #expect(FileManager.default.isExecutableFile(atPath: file.path))
    }

    @Test func `Git runs the installed hook`() throws {
        let fixture = try GitFixture.withSluice()
        for name in HookInstallation.names {
            let installation = try fixture.installation(name)
            #expect(try installation.install() == .install)
            #expect(try installation.install() == .nothing)
        }
        try fixture.commit(["a.yaml": "a"])
        #expect(try fixture.calls() == "sluice hook run\n")
        try fixture.git("switch", "--quiet", "--create", "side")
        try fixture.commit(["b.yaml": "b"])
        try fixture.git("switch", "--quiet", "main")
        try fixture.git("merge", "--quiet", "--no-ff", "--message", "m", "side")
        #expect(try fixture.calls() == String(repeating: "sluice hook run\n", count: 3))
    }

    @Test func `a former hook runs first and can refuse`() throws {
        let fixture = try GitFixture.withSluice()
        let installation = try fixture.installation()
        let former = "#!/bin/sh\necho former >>../calls\n[ ! -e refuse ] || exit 3\n"
        try fixture.home.writeProgram("repository/.git/hooks/pre-commit", former)
        #expect(try installation.install() == .chain)
        #expect(try installation.install() == .nothing)
        try fixture.commit()
        #expect(try fixture.calls() == "former\nsluice hook run\n")
        try fixture.write("refuse", "")
        #expect(throws: GitFixture.Failure.self) { try fixture.commit() }
        #expect(try fixture.calls() == "former\nsluice hook run\nformer\n")

        try FileManager.default.removeItem(atPath: installation.former)
        try fixture.commit()
        #expect(try fixture.calls().hasSuffix("former\nsluice hook run\n"))
    }

    @Test func `a former hook that Git did not run is not run`() throws {
        let fixture = try GitFixture.withSluice()
        try fixture.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
        let installation = try fixture.installation()
        #expect(try installation.install() == .replace)
        try fixture.commit()
        #expect(try fixture.calls() == "sluice hook run\n")
        #expect(FileManager.default.fileExists(atPath: installation.former))
    }

    @Test func `a replaced hook is kept under another name`() throws {
        let fixture = try GitFixture.withSluice()
        try fixture.home.writeProgram("repository/.git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
        let installation = try fixture.installation()
        #expect(try installation.install(replaces: true) == .replace)
        try fixture.commit()
        #expect(try fixture.calls() == "sluice hook run\n")

        try fixture.home.writeProgram("repository/.git/hooks/pre-commit", "#!/bin/sh\nexit 2\n")
        let formerExists = HookInstallationError.formerExists(
            file: installation.file, former: installation.former)
        #expect(throws: formerExists) { try installation.install() }
        #expect(try installation.install(replaces: true) == .replace)
    }

    @Test func `a hook that reads its own file name is left alone`() throws {
        let fixture = try GitFixture()
        let husky = "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"\n"
        try fixture.home.writeProgram("repository/.husky/_/pre-commit", husky)
        try fixture.git("config", "core.hooksPath", ".husky/_")
        let installation = try fixture.installation()
        #expect(throws: HookInstallationError.findsItselfByName(file: installation.file)) {
            try installation.install()
        }
        #expect(try String(contentsOfFile: installation.file, encoding: .utf8) == husky)
    }

    @Test func `a user's hook that calls sluice is kept`() throws {
        let fixture = try GitFixture()
        let own = "#!/bin/sh\nmake lint && sluice hook run\n"
        try fixture.write(".git/hooks/pre-commit", own)
        let installation = try fixture.installation()
        #expect(try installation.install() == .makeExecutable)
        #expect(try installation.install() == .nothing)
        #expect(try String(contentsOfFile: installation.file, encoding: .utf8) == own)
    }

    @Test func `the configured directory of hooks is created`() throws {
        let fixture = try GitFixture.withSluice()
        try fixture.git("config", "core.hooksPath", "hooks")
        #expect(try fixture.installation().install() == .install)
        try fixture.commit()
        #expect(try fixture.calls() == "sluice hook run\n")
    }

    @Test func `a hook that cannot be written is an error`() throws {
        let installation = HookInstallation(directory: "/dev/null", name: "pre-commit")
        #expect(
            throws: HookInstallationError.failed(
                file: "/dev/null/pre-commit", reason: "not a directory")
        ) { try installation.install() }
    }
}

extension GitFixture {
    /// A repository with a `sluice` on `PATH` that only writes down how it was called.
    fileprivate static func withSluice() throws -> GitFixture {
        let fixture = try GitFixture()
        let script = "#!/bin/sh\necho sluice \"$@\" >>\"\(fixture.home.path)/calls\"\n"
        try fixture.home.writeProgram("bin/sluice", script)
        return fixture
    }

    fileprivate func calls() throws -> String {
        try String(contentsOfFile: home.path + "/calls", encoding: .utf8)
    }

    fileprivate func installation(_ name: String = "pre-commit") throws -> HookInstallation {
        try HookInstallation(directory: workspace().hooksDirectory(), name: name)
    }
}
