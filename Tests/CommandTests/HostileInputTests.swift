import Foundation
import TestSupport
import Testing

/// Broken and malicious files: each one is counted with its reason, and the others are checked.
@Suite struct HostileInputTests {
    /// Checks the bytes beside a file with a fault, which has to be found all the same.
    private func run(_ bytes: [UInt8], staged: Bool = false) throws -> ProgramRun {
        let fixture = try GitFixture(files: ["z.yaml": Manifest.pod("nginx:latest")])
        try Data(bytes).write(to: URL(filePath: "\(fixture.path)/bad.yaml"))
        if staged { try fixture.git("add", "--all") }
        return try fixture.sluice(["check"] + (staged ? ["--staged", "--all"] : []))
    }

    /// Bytes below the line of an image, and the reason why the file is not checked.
    struct Rest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let reason: String

        init(_ description: String, _ bytes: some Collection<UInt8>, _ reason: String) {
            testDescription = description
            self.bytes = Array(bytes)
            self.reason = reason
        }
    }

    @Test(arguments: [
        Rest("bad UTF-8", [0xC3, 0x28], "not text: "),
        Rest("binary", [0x00, 0x01], "not text: "),
        Rest("control character", [0x07], "not text: control characters"),
        Rest("no YAML", "a: b: c\n".utf8, "not valid YAML: mapping values are not allowed in"),
        Rest(
            "brackets", "a: \(String(repeating: "[", count: 100_000))".utf8,
            "nested deeper than 512 levels"),
        Rest(
            "mappings", "a: \(String(repeating: "{a: ", count: 100_000))".utf8,
            "nested deeper than 512 levels"),
    ]) func `a file that is not YAML is not checked`(_ rest: Rest) throws {
        for staged in [false, true] {
            let run = try run(Array("image: nginx:latest\n".utf8) + rest.bytes, staged: staged)
            #expect(run.status == 1)
            #expect(run.findings == ["z.yaml:7:20 [image-latest-tag]"])
            #expect(
                run.errors.hasPrefix(
                    "1 error in 2 files\n1 item not checked:\n  1: \(rest.reason)"),
                "\(run.errors)")
        }
    }

    @Test func `an alias bomb is not expanded`() throws {
        let levels = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }
        let bomb = "a0: &a0 [image, image]\n" + levels.joined()
        #expect(try run(Array(bomb.utf8)).errors == "1 error in 2 files\n")
    }

    @Test func `a huge file is not read`() throws {
        let fixture = try GitFixture(files: ["z.yaml": Manifest.pod("nginx:latest")])
        try fixture.write("huge.yaml", "image: nginx:latest\n")
        let handle = try #require(FileHandle(forWritingAtPath: "\(fixture.path)/huge.yaml"))
        try handle.truncate(atOffset: 100 << 20)
        let run = try fixture.check()
        #expect(run.findings == ["z.yaml:7:20 [image-latest-tag]"])
        #expect(run.errors.contains("1: 104857600 bytes exceed the limit of 16777216\n"))
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
    func `a file that may not be read is not checked`() throws {
        let fixture = try GitFixture(files: ["z.yaml": Manifest.pod("nginx:latest")])
        try fixture.write("secret.yaml", Manifest.pod("nginx"))
        try fixture.run("chmod", "0", "secret.yaml")
        let run = try fixture.check()
        #expect(run.findings == ["z.yaml:7:20 [image-latest-tag]"])
        #expect(run.errors.contains("1: cannot be read: permission denied"))
    }

    @Test func `names and values do not control the terminal`() throws {
        let name = "a\u{1B}]0;x\u{7}\n\u{202E}b.yaml"
        let value = #""nginx\e[31m:latest""#
        let fixture = try GitFixture(files: [name: Manifest.pod(value)])
        let text = try fixture.check("--output", "text", "--color", "never")
        for scalar in (text.output + text.errors).unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control)
            #expect(scalar.properties.generalCategory != .format)
        }
        #expect(text.output.hasPrefix(#"a\u{1B}]0;x\u{7}\n\u{202E}b.yaml:7:14: error: "#))
        let json = try fixture.check("--output", "json").output
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let findings = try #require(document?["findings"] as? [[String: Any]])
        #expect(findings.first?["path"] as? String == name)
        let refused = try fixture.check("no\u{1B}[31m")
        #expect(
            refused.errors == "sluice: there is no file at `no\\u{1B}[31m` in what is checked\n")
    }

    @Test func `a name that is not UTF-8 is shown escaped`() throws {
        let fixture = try GitFixture(files: ["z.yaml": Manifest.pod("nginx:1.27.3")])
        let made = try fixture.shell(
            "cp z.yaml \"$(printf 'a\\377.yaml')\" && sed -i s/:1.27.3// a*")
        try #require(made.status == 0, "\(made.errors)")
        #expect(try fixture.check().findings == [#"a\xFF.yaml:7:14 [image-untagged]"#])
    }
}
