import CheckPipeline
import Configuration
import Foundation
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Custom rules beside what they are to agree with.
@Suite struct CustomRuleExampleTests {
    /// Which places a rule reports, with severities.
    private static func places(
        of rule: String, in files: [String: [UInt8]]
    ) async throws -> Set<String> {
        // Suppressions name one rule alone.
        var acceptances = AcceptanceOptions()
        acceptances.honoursIgnores = false
        let report = try await RepositoryCheck(
            rules: allRules, workerCount: 1, acceptances: acceptances
        ).report(on: Snapshot(files: files))
        return Set(
            report.findings.map(\.finding).filter { $0.rule == rule }.map {
                "\($0.location.path):\($0.location.span) \($0.severity)"
            })
    }

    /// Examples with a configuration of their own would need it merged.
    @Test(arguments: RuleExample.all)
    func `a custom rule that says what a built-in rule says finds the same places`(
        _ example: RuleExample
    ) async throws {
        var files = try example.repository
        guard files[".sluice.yaml"] == nil, files[".sluice.yml"] == nil else { return }
        let configuration = """
            version: 1
            custom:
              - id: latest
                on: image
                require: { any: [{ digest: present }, { tag: "!latest" }] }
            """
        files[".sluice.yaml"] = Array(configuration.utf8)
        let expected = try await Self.places(of: "image-latest-tag", in: files)
        let found = try await Self.places(of: "custom/latest", in: files)
        #expect(found == expected)
    }

    // MARK: Rules of other tools

    /// An image as the other tools see it: the text of one field.
    private static let images = [
        "nginx", "nginx:latest", "nginx:1.27.0", "nginx:testing", "ghcr.io/org/web",
        "ghcr.io/org/web:latest", "ghcr.io/org/web:1.2.3", "ghcr.io/orga/web:1.2.3",
        "org.azurecr.io/web:1.2.3", "azurecr.io/web:1.2.3", "k8s.gcr.io/pause:3.2",
        "openpolicyagent/opa:0.9.2", "openpolicyagents/opa:0.9.2", "localhost:5000/web",
        "localhost:5000/web:1.2.3", "eu.foo.io/a/b:1", "quay.io/org/web:latest",
        "ghcr.io/org/web@sha256:\(String(repeating: "0a", count: 32))",
        "nginx:latest@sha256:\(String(repeating: "0a", count: 32))",
    ]

    /// The originals' verdicts, with the parameters of the example; nil where it differs on purpose.
    private static let originals: [String: @Sendable (String) -> Bool?] = [
        "allowed-repositories": { image in
            !["openpolicyagent/", "ghcr.io/org/"].contains(where: image.hasPrefix)
        },
        // A prefix is compared with the text as it is written: `nginx` is not on Docker Hub then.
        "disallowed-repositories": { image in
            image.hasPrefix("k8s.gcr.io/") ? true : isOfHub(image) ? nil : false
        },
        "image-digests": { image in
            image.hasPrefix("openpolicyagent/") ? false : !image.contains("@")
        },
        // A port counts as a tag there, and a tag before a digest does not count.
        "disallowed-tags": { image in
            if image == "localhost:5000/web" { return nil }
            return image.hasSuffix(":latest") || image.hasSuffix(":testing") || !image.contains(":")
        },
        "restrict-image-registries": { image in
            !["ghcr.io/"].contains(where: image.hasPrefix)
                && !(image.split(separator: "/").first?.hasSuffix(".azurecr.io") ?? false)
        },
        "disallow-latest-tag": { image in
            if image == "localhost:5000/web" { return nil }
            return !image.contains(":") || image.hasSuffix(":latest")
        },
        // Its patterns pass over a name without a slash and a tag.
        "kube-linter-latest-tag": { image in
            if image == "nginx" { return nil }
            return image.hasSuffix(":latest") || image.wholeMatch(of: /.*\/[^:]+/) != nil
        },
        "fixed-tag": { image in
            if image.contains("@") { return false }
            let last = image.split(separator: "/").last ?? ""
            return !last.contains(":") || last.hasSuffix(":latest")
        },
        "azure-registry": { image in
            let parts = image.split(separator: "/")
            return parts.count < 2 || !parts[0].hasSuffix("azurecr.io")
        },
        "whitelisted-images": { image in
            image.firstMatch(of: /^(ghcr\.io\/org|.+\.azurecr\.io)\/.+$/) == nil
        },
    ]

    private static func isOfHub(_ image: String) -> Bool {
        let parts = image.split(separator: "/")
        return parts.count < 2 || !parts[0].contains(".") && !parts[0].contains(":")
    }

    private static let configuration: [UInt8] = Array(
        (try? Data(
            contentsOf: PackageFolder.url.appending(path: "examples/custom-rules/.sluice.yaml")))
            ?? Data())

    @Test(arguments: images)
    func `ten published rules behave alike in this form`(_ image: String) async throws {
        let pod = """
            apiVersion: v1
            kind: Pod
            metadata: { name: web, namespace: web }
            spec: { containers: [{ name: web, image: "\(image)" }] }
            """
        let files = ["web.yaml": Array(pod.utf8), ".sluice.yaml": Self.configuration]
        let report = try await RepositoryCheck(rules: allRules, workerCount: 1)
            .report(on: Snapshot(files: files))
        let reported = Set(report.findings.map(\.finding.rule))
        #expect(Self.originals.count == 10)
        for (rule, isViolated) in Self.originals {
            guard let expected = isViolated(image) else { continue }
            #expect(reported.contains("custom/\(rule)") == expected, "\(rule)")
        }
    }

    @Test func `the examples of the published rules pass`() async throws {
        let snapshot = Snapshot(files: [".sluice.yaml": Self.configuration])
        let check = RepositoryCheck(rules: allRules, workerCount: 1)
        let rules = try check.configuration(of: snapshot).customRules
        #expect(rules.count == 10)
        let results = try await check.exampleResults(of: rules, in: snapshot)
        #expect(results.count > 30)
        #expect(results.filter { $0.outcome != .passed }.isEmpty)
    }
}
