import ImageReferences
import Testing

@Suite struct ReferenceProblemTests {
    private static let hex = String(repeating: "0a", count: 32)
    private typealias Reason = ReferenceProblem.Reason

    @Test(arguments: [
        ("", Reason.empty, 0..<0),
        ("https://ghcr.io/org/app:1", .scheme("https"), 0..<8),
        ("oci://ghcr.io/org/app", .scheme("oci"), 0..<6),
        ("nginx latest", .blank(" "), 5..<6),
        (" nginx", .blank(" "), 0..<1),
        ("ghcr.io/Org/app", .upperCaseRepository, 8..<11),
        ("Nginx:1", .upperCaseRepository, 0..<5),
        ("ghcr.io//app", .emptyComponent, 8..<8),
        ("org/app/:1", .emptyComponent, 8..<8),
        ("/app", .emptyComponent, 0..<0),
        ("org/-app", .misplacedSeparator, 4..<5),
        ("org/a..b", .misplacedSeparator, 5..<7),
        ("org/app_", .misplacedSeparator, 7..<8),
        ("im!age:1", .illegalCharacter("!", part: .repository), 2..<3),
        ("app:sha256:00", .illegalCharacter(":", part: .repository), 3..<4),
        ("org/äpp:1", .illegalCharacter("ä", part: .repository), 4..<6),
        ("my_host:5000/app", .illegalCharacter("_", part: .registry), 2..<3),
        ("host:50a/app", .malformedPort, 4..<8),
        ("-a.io/app", .misplacedSeparator, 0..<2),
        ("app:", .emptyTag, 4..<4),
        ("app:@sha256:\(hex)", .emptyTag, 4..<4),
        ("app:1+2", .illegalCharacter("+", part: .tag), 5..<6),
        ("app:-1", .illegalCharacter("-", part: .tag), 4..<5),
        ("app:\(String(repeating: "a", count: 129))", .tagTooLong(count: 129, limit: 128), 4..<133),
        (
            "org/\(String(repeating: "a", count: 252))",
            .repositoryTooLong(count: 256, limit: 255), 0..<256
        ),
    ])
    func `problems of references have a reason and a location`(
        _ text: String, _ reason: ReferenceProblem.Reason, _ range: Range<Int>
    ) {
        let problems = ImageReference(text).problems
        #expect(problems == [ReferenceProblem(reason, at: range)])
        #expect(problems.allSatisfy { !$0.concernsDigest })
    }

    @Test(arguments: [
        ("app@\(hex)", Reason.digestWithoutAlgorithm),
        ("app@", .digestWithoutAlgorithm),
        ("app@md5:\(hex)", .unknownDigestAlgorithm("md5")),
        ("app@SHA256:\(hex)", .unknownDigestAlgorithm("SHA256")),
        ("app@sha256:00", .digestLength(count: 2, expected: 64)),
        ("app@sha512:\(hex)", .digestLength(count: 64, expected: 128)),
        ("app@sha256:\(hex.dropLast())g", .digestNotHexadecimal("g")),
        ("app@sha256:\(hex.uppercased())", .digestUpperCase),
    ])
    func `problems of digests have a reason`(_ text: String, _ reason: ReferenceProblem.Reason) {
        let problems = ImageReference(text).problems
        #expect(problems.map(\.reason) == [reason])
        #expect(problems.allSatisfy { $0.concernsDigest })
    }

    @Test func `every algorithm of container runtimes is valid`() {
        for (algorithm, count) in [("sha256", 64), ("sha384", 96), ("sha512", 128)] {
            let text = "\(algorithm):" + String(repeating: "f", count: count)
            #expect(Digest(text)?.text == text)
            #expect(ImageReference("app@\(text)").problems.isEmpty)
        }
        #expect(Digest("sha256:00") == nil)
    }

    @Test func `the longest names are valid`() {
        let path = String(repeating: "a", count: 255)
        let tag = String(repeating: "a", count: 128)
        #expect(ImageReference("ghcr.io/\(path):\(tag)").problems.isEmpty)
    }
}

@Suite struct FluxRepositoryTests {
    /// Results of go-containerregistry in image-reflector-controller 1.2.0.
    @Test(arguments: [
        ("alpine", "index.docker.io/library/alpine"),
        ("org/app", "index.docker.io/org/app"),
        ("docker.io/org/app", "index.docker.io/org/app"),
        ("docker.io/alpine", "index.docker.io/library/alpine"),
        ("index.docker.io/alpine", "index.docker.io/library/alpine"),
        ("registry-1.docker.io/library/alpine", "registry-1.docker.io/library/alpine"),
        ("localhost/app", "index.docker.io/localhost/app"),
        ("localhost:5000/app", "localhost:5000/app"),
        ("example.com", "index.docker.io/library/example.com"),
        ("GHCR.io/org/app", "GHCR.io/org/app"),
        ("ghcr.io/org//app/", "ghcr.io/org//app/"),
    ])
    func `the canonical name equals that of Flux`(_ text: String, _ name: String) {
        let reference = ImageReference(text, convention: .fluxRepository)
        let repository = Repository(nameIn: text, convention: .fluxRepository)
        #expect(repository?.canonicalName == name)
        #expect(reference.problems.isEmpty)
    }

    @Test(arguments: [
        ("example.com:5000", ReferenceProblem.Reason.tagNotAllowed),
        ("ghcr.io/org/app:1.0", .tagNotAllowed),
        ("ghcr.io/org/app@sha256:00", .digestNotAllowed),
        ("oci://ghcr.io/org/app", .scheme("oci")),
        ("ghcr.io/Org/app", .upperCaseRepository),
        ("ghcr.io/a", .repositoryTooShort),
    ])
    func `images that Flux rejects have a problem`(
        _ text: String, _ reason: ReferenceProblem.Reason
    ) {
        let reference = ImageReference(text, convention: .fluxRepository)
        #expect(reference.problems.map(\.reason) == [reason])
    }

    @Test func `container runtimes read localhost as a registry`() {
        #expect(Repository(nameIn: "localhost/app")?.canonicalName == "localhost/app")
    }
}
