import ImageReferences
import Testing

@Suite struct ImageReferenceTests {
    struct Split: Sendable, CustomTestStringConvertible {
        let text: String
        let registry: String?
        let repository: String?
        let tag: String?
        let digest: String?

        init(
            _ text: String, _ registry: String?, _ repository: String?, _ tag: String? = nil,
            _ digest: String? = nil
        ) {
            self.text = text
            self.registry = registry
            self.repository = repository
            self.tag = tag
            self.digest = digest
        }

        var testDescription: String { text }
    }

    private static let hex = String(repeating: "0a", count: 32)

    @Test(arguments: [
        Split("nginx", nil, "nginx"),
        Split("nginx:1.27", nil, "nginx", "1.27"),
        Split("org/app:v1", nil, "org/app", "v1"),
        Split("app:MY_TAG", nil, "app", "MY_TAG"),
        Split("docker.io/org/app", "docker.io", "org/app"),
        Split("ghcr.io/org/team/app:main-2", "ghcr.io", "org/team/app", "main-2"),
        Split("host:5000/app", "host:5000", "app"),
        Split("host:5000/app:1", "host:5000", "app", "1"),
        Split("host:5000", nil, "host", "5000"),
        Split("localhost/app:1", "localhost", "app", "1"),
        Split("[::1]:5000/app:1", "[::1]:5000", "app", "1"),
        Split("app@sha256:\(hex)", nil, "app", nil, "sha256:\(hex)"),
        Split("ghcr.io/a/b:1@sha256:\(hex)", "ghcr.io", "a/b", "1", "sha256:\(hex)"),
        Split(
            "my-Registry.example.com/a_b/c__d/e.f-g--h:T_1.2-x", "my-Registry.example.com",
            "a_b/c__d/e.f-g--h", "T_1.2-x"),
    ])
    func `valid references are split`(_ split: Split) {
        let reference = ImageReference(split.text)
        #expect(reference.registry.text == split.registry)
        #expect(reference.repository.text == split.repository)
        #expect(reference.tag.text == split.tag)
        #expect(reference.digest.text == split.digest)
        #expect(reference.problems.isEmpty)
        #expect(!reference.isTemplated)
        expectRangesMatch(reference)
    }

    /// In a field for the tag alone, a slash belongs to the tag.
    @Test(arguments: [
        ("1.2", "1.2", nil, nil), ("1.2@sha256:\(hex)", "1.2", "sha256:\(hex)", nil),
        ("feature/login", "feature/login", nil, "`/` is not allowed in a tag"),
        ("1.2@sha256:0", "1.2", "sha256:0", "it has 1 instead of 64 hexadecimal digits"),
    ])
    func `a tag is read without a name`(
        _ text: String, _ tag: String, _ digest: String?, _ problem: String?
    ) {
        let reference = ImageReference(text, extent: .tag)
        #expect(reference.tag.text == tag)
        #expect(reference.digest.text == digest)
        #expect(reference.repository.isAbsent)
        #expect(reference.problems.map(\.description) == [problem].compactMap(\.self))
    }

    @Test func `a template at the end of a tag may contain the digest`() {
        let reference = ImageReference("1.2${SUFFIX}", extent: .tag)
        #expect(reference.tag.isUnknown)
        #expect(reference.digest.isUnknown)
        #expect(ImageReference("${TAG}-alpine", extent: .tag).digest.isAbsent)
    }

    @Test func `a digest is read without a name`() {
        let reference = ImageReference("sha256:\(Self.hex)", extent: .digest)
        #expect(reference.digest.text == "sha256:\(Self.hex)")
        #expect(reference.problems.isEmpty)
        #expect(reference.repository.isAbsent && reference.tag.isAbsent)
    }

    @Test func `absent parts differ from empty ones`() {
        let reference = ImageReference("host:5000/app")
        #expect(reference.tag.isAbsent)
        #expect(reference.digest.isAbsent)
        #expect(ImageReference("app:").tag == .known("", at: 4..<4))
    }

    @Test func `ranges are offsets in the text`() {
        let reference = ImageReference("ghcr.io/org/app:v1@sha256:00")
        #expect(reference.registry.range == 0..<7)
        #expect(reference.repository.range == 8..<15)
        #expect(reference.tag.range == 16..<18)
        #expect(reference.digest.range == 19..<28)
    }

    /// Expects that each known part equals the text at its range.
    private func expectRangesMatch(_ reference: ImageReference) {
        let bytes = Array(reference.text.utf8)
        for part in [
            reference.registry, reference.repository, reference.tag, reference.digest,
        ] {
            guard case .known(let text, let range) = part else { continue }
            #expect(Array(text.utf8) == Array(bytes[range]))
        }
    }
}

@Suite struct TemplatedReferenceTests {
    /// `?` means unknown, `-` absent.
    @Test(arguments: [
        ("ghcr.io/org/app:${TAG}", "ghcr.io org/app ? ?"),
        ("ghcr.io/org/app:${TAG:=1.0}", "ghcr.io org/app ? ?"),
        ("ghcr.io/org/app:$(TAG)", "ghcr.io org/app ? ?"),
        ("ghcr.io/org/app:$TAG", "ghcr.io org/app ? ?"),
        ("ghcr.io/org/app:$$TAG", "ghcr.io org/app ? -"),
        ("ghcr.io/org/app:v${MAJOR}.2", "ghcr.io org/app ? -"),
        ("ghcr.io/${ORG}/app:1.2", "ghcr.io ? 1.2 -"),
        ("${REG}/app:1.2", "? ? 1.2 -"),
        ("${REG}/app", "? ? - -"),
        ("host:${PORT}/app", "? ? - -"),
        ("${IMAGE}", "? ? ? ?"),
        ("${IMAGE}:v1", "? ? v1 -"),
        ("${IMAGE}@sha256:00", "? ? ? sha256:00"),
        ("nginx${SUFFIX}", "? ? ? ?"),
        ("org/nginx${SUFFIX}", "- ? ? ?"),
        ("org/app@{{ digest }}", "- org/app - ?"),
        ("org/app:1@sha256:${HEX}", "- org/app 1 ?"),
        (
            "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}",
            "? ? ? ?"
        ),
        ("{{ .r }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag }}{{ end }}", "? ? ? ?"),
        ("app{{- if .Values.tag }}:{{ .Values.tag }}{{ end }}", "? ? ? ?"),
        ("{{ printf \"}}:%s\" .x }}/app:2", "? ? 2 -"),
        ("${A:-${B}}/app:2", "? ? 2 -"),
        ("app:#{version}#", "- app ? -"),
        ("app:[[ .Tag ]]", "- app ? ?"),
        ("app:${OPEN", "- app ? ?"),
        ("ENC[AES256_GCM,data:p673w==,type:str]", "? ? ? ?"),
        ("ko://example.com/org/Cmd", "? ? ? ?"),
        ("<your registry>/app:1", "? ? 1 -"),
        ("IMAGE_URL", "? ? ? ?"),
        ("MY_REGISTRY/app:1", "? ? 1 -"),
        ("gcr.io/@PROJECT_ID@/app:1", "gcr.io ? 1 -"),
    ])
    func `templates make parts unknown`(_ text: String, _ expected: String) {
        let reference = ImageReference(text)
        let parts = [reference.registry, reference.repository, reference.tag, reference.digest]
        let shown = parts.map { $0.isUnknown ? "?" : $0.text ?? "-" }
        #expect(shown.joined(separator: " ") == expected)
        #expect(reference.isTemplated)
        #expect(reference.problems.filter { !$0.concernsDigest }.isEmpty)
    }

    @Test func `errors next to a template are found`() {
        #expect(ImageReference("https://${HOST}/app").problems.first?.reason == .scheme("https"))
        #expect(ImageReference("${IMAGE}:").problems.first?.reason == .emptyTag)
    }

    @Test func `unclosed templates take linear time`() {
        let opening = String(repeating: "${", count: 50_000)
        let quotes = String(repeating: "{{\"\\\"", count: 50_000)
        let slashes = String(repeating: "${a}/:@", count: 50_000)
        for text in [opening, quotes, slashes] {
            #expect(ImageReference(text).isTemplated)
        }
    }
}
