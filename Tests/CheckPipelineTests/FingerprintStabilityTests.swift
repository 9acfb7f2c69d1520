import CheckPipeline
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Which changes make a finding another one.
@Suite struct FingerprintStabilityTests {
    private static let text = """
        kind: Pod
        metadata: { name: web }
        spec:
          containers:
            - name: web
              image: ghcr.io/org/web:latest
            - name: proxy
              image: ghcr.io/org/proxy
        ---
        kind: Pod
        metadata: { name: other }
        spec: { containers: [{ image: "ghcr.io/org/web:latest" }] }

        """

    private static func fingerprints(
        _ text: String, path: String = "apps/a.yaml", configuration: String? = nil
    ) async throws -> Set<String> {
        var files = [path: Array(text.utf8)]
        files[".sluice.yaml"] = configuration.map { Array($0.utf8) }
        let check = RepositoryCheck(rules: allRules, workerCount: 1)
        let findings = try await check.report(on: Snapshot(files: files)).findings
        let fingerprints = Set(findings.map(\.fingerprint))
        #expect(fingerprints.count == findings.count)
        return fingerprints
    }

    private static let documents = text.split(separator: "---\n").map(String.init)

    @Test(arguments: [
        "# Prüfung\n\n" + text,
        text.replacing("\n", with: "\r\n"),
        documents[1] + "---\n" + documents[0],
        text.replacing("    - name: web\n      image:", with: "    - ports: []\n      image:"),
        text.replacing("\"ghcr.io/org/web:latest\"", with: "'ghcr.io/org/web:latest'"),
        text.replacing("metadata: { name: web }", with: "metadata:\n  labels: {}\n  name: web"),
    ])
    func `a fingerprint does not change with the layout of a file`(_ changed: String) async throws {
        let before = try await Self.fingerprints(Self.text)
        #expect(before.count == 3)
        #expect(changed != Self.text)
        #expect(try await Self.fingerprints(changed) == before)
    }

    @Test func `another value, object or file changes the fingerprint`() async throws {
        let before = try await Self.fingerprints(Self.text)
        let proxy = try await Self.fingerprints(Self.text.replacing("proxy", with: "gate"))
        #expect(before.subtracting(proxy).count == 1)
        let renamed = try await Self.fingerprints(
            Self.text.replacing("name: other", with: "name: x"))
        #expect(before.subtracting(renamed).count == 1)
        let moved = try await Self.fingerprints(Self.text, path: "apps/b.yaml")
        #expect(before.isDisjoint(with: moved))
    }

    @Test func `every environment has its own fingerprints`() async throws {
        let pod = "kind: Pod\nspec: { containers: [{ image: ghcr.io/org/web:1.0.0 }] }\n"
        var all: [String] = []
        for name in ["staging", "production"] {
            let configuration = """
                version: 1
                environments: [{ name: \(name), paths: ["**"], identity: digest }]
                """
            all += try await Self.fingerprints(pod, configuration: configuration)
        }
        #expect(all.count == 2 && Set(all).count == 2)
    }
}
