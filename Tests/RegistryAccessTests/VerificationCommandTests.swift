import Foundation
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// The program and arguments of a verification command, and its answers.
@Suite(.onOwnThreads)
struct VerificationCommandTests {
    private static let image = "ghcr.io/org/web:1.0.0"

    @Test(
        arguments: [
            ("cosign", ["cosign"]),
            ("cosign verify --key k", ["cosign", "verify", "--key", "k"]),
            ("  cosign\tverify \n", ["cosign", "verify"]),
            ("cosign 'a  b' \"c d\"", ["cosign", "a  b", "c d"]),
            ("cosign '' \"\"", ["cosign", "", ""]),
            ("cosign a'b c'd", ["cosign", "ab cd"]),
            ("cosign 'say \"no\"' \"it's\"", ["cosign", "say \"no\"", "it's"]),
            ("'/opt/my tools/verify' -k", ["/opt/my tools/verify", "-k"]),
            (
                #"cosign a\ b $HOME `id` $(id) *.pub ; | & > x"#,
                [
                    "cosign", #"a\"#, "b", "$HOME", "`id`", "$(id)", "*.pub", ";", "|", "&", ">",
                    "x",
                ]
            ),
            ("cosign --name=größer", ["cosign", "--name=größer"]),
        ] as [(String, [String])])
    func `words are separated by blanks outside of quotes`(_ line: String, _ words: [String]) throws
    {
        let command = try #require(VerificationCommand(line))
        #expect([command.program] + command.arguments == words)
    }

    @Test(arguments: ["", "  ", "''", "\"\" verify", "cosign 'verify", "cosign \"it's", "'"])
    func `a line without a program or with an open quote is not a command`(_ line: String) {
        #expect(VerificationCommand(line) == nil)
    }

    /// Runs a script with that text, and gives the failure.
    private func failure(
        _ script: String, limit: Duration = .seconds(900)
    ) async throws -> String? {
        let folder = try TemporaryDirectory()
        try folder.writeProgram("verify", "#!/bin/sh\n\(script)\n")
        let command = try #require(VerificationCommand("'\(folder.path)/verify' first"))
        return await command.failure(
            of: Self.image, environment: ["PATH": "/usr/bin:/bin", "KEPT": "yes"], limit: limit)?
            .replacing(folder.path, with: "")
    }

    @Test(
        arguments: [
            (#"[ "$#" = 2 ] && [ "$1" = first ] && [ "$2" = ghcr.io/org/web:1.0.0 ]"#, nil),
            (#"[ "$KEPT" = yes ]"#, nil),
            ("echo hidden; exit 1", "`/verify` refuses `ghcr.io/org/web:1.0.0`"),
            (
                "echo hidden; echo first >&2; echo no signature >&2; exit 3",
                "`/verify` refuses `ghcr.io/org/web:1.0.0`: no signature"
            ),
            ("kill -9 $$", "`/verify` refuses `ghcr.io/org/web:1.0.0`"),
        ] as [(String, String?)])
    func `only the exit status 0 accepts an image`(_ script: String, _ words: String?) async throws
    {
        #expect(try await failure(script) == words)
    }

    @Test func `a program that hangs is ended and accepts nothing`() async throws {
        let failure = try await failure("exec sleep 1000", limit: .seconds(1))
        #expect(
            failure == "`/verify` says nothing about `ghcr.io/org/web:1.0.0` within 1 seconds")
    }

    @Test func `a missing program accepts nothing`() async throws {
        let command = try #require(VerificationCommand("no-such-program"))
        let failure = await command.failure(
            of: Self.image, environment: ["PATH": "/usr/bin:/bin"], limit: .seconds(900))
        #expect(failure == "`no-such-program` cannot be run: there is no such program")
    }

    /// The current directory may be anywhere, so the path leads from it to the root and down again.
    @Test(arguments: ["ROOT/bin", "ROOT/bin:/usr/bin:/bin", "/usr/bin:ROOT/bin/."])
    func `a program is not run from directories relative to the current one`(_ path: String)
        async throws
    {
        let folder = try TemporaryDirectory()
        try folder.writeProgram("bin/near-verify", "#!/bin/sh\nexit 0\n")
        let root = String(repeating: "../", count: 40) + folder.path.dropFirst()
        let command = try #require(VerificationCommand("near-verify"))
        let failure = await command.failure(
            of: Self.image, environment: ["PATH": path.replacing("ROOT", with: root)],
            limit: .seconds(900))
        #expect(failure == "`near-verify` cannot be run: there is no such program")
        let found = await command.failure(
            of: Self.image, environment: ["PATH": "\(root)/bin:\(folder.path)/bin:/usr/bin:/bin"],
            limit: .seconds(900))
        #expect(found == nil)
    }
}
