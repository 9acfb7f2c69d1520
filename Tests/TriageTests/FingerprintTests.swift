import ManifestFacts
import Rules
import SourceText
import Testing

@testable import Triage

@Suite struct FingerprintTests {
    private static func finding(
        rule: String = "image-untagged", path: String = "a.yaml", at offset: Int = 0,
        object: ObjectIdentity? = nil, subject: String = "nginx", environments: [String] = [],
        message: String = "no tag"
    ) -> Finding {
        Finding(
            rule: rule, severity: .error, message: message,
            location: SourceLocation(path: path, span: SourceSpan(offset, offset + 1)),
            object: object, subject: subject, environments: environments)
    }

    private static func deployment(apiVersion: String? = "apps/v1") -> ObjectIdentity {
        ObjectIdentity(apiVersion: apiVersion, kind: "Deployment", namespace: "prod", name: "web")
    }

    private static func fingerprint(of finding: Finding) -> String {
        Fingerprint.fingerprints(of: [finding])[0]
    }

    @Test func `a fingerprint is the published hash of its parts`() {
        // printf '14:image-untagged6:a.yaml-----5:nginx1:0' | sha256sum | cut -c1-32
        #expect(Self.fingerprint(of: Self.finding()) == "aabec14cb3330492cd943b17839a3401")
    }

    @Test(arguments: [
        finding(at: 400), finding(message: "has no tag"),
    ]) func `position and wording do not matter`(_ other: Finding) {
        #expect(Self.fingerprint(of: other) == Self.fingerprint(of: Self.finding()))
    }

    @Test func `migration to the next API version does not matter`() {
        let before = Self.finding(object: Self.deployment(apiVersion: "apps/v1beta2"))
        let after = Self.finding(object: Self.deployment())
        #expect(Self.fingerprint(of: before) == Self.fingerprint(of: after))
    }

    @Test func `every part changes the fingerprint and parts are kept apart`() {
        let findings = [
            Self.finding(), Self.finding(rule: "image-untagged6"),
            Self.finding(path: "b.yaml"), Self.finding(subject: "nginx1"),
            Self.finding(path: "caf\u{E9}"), Self.finding(path: "cafe\u{301}"),
            Self.finding(object: Self.deployment()),
            Self.finding(object: Self.deployment(apiVersion: "v1")),
            Self.finding(object: Self.deployment(apiVersion: nil)),
            Self.finding(subject: "a", environments: ["b", "c"]),
            Self.finding(subject: "a", environments: ["bc"]),
            Self.finding(subject: "a", environments: ["b"]),
        ]
        #expect(Set(findings.map(Self.fingerprint)).count == findings.count)
    }

    @Test func `equal findings are numbered`() {
        let twice = [Self.finding(at: 1), Self.finding(at: 9)]
        let fingerprints = Fingerprint.fingerprints(of: twice)
        #expect(Set(fingerprints).count == 2)
        #expect(fingerprints == Fingerprint.fingerprints(of: [Self.finding(), Self.finding()]))
    }
}
