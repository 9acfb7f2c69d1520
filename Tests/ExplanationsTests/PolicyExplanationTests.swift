import CheckPipeline
import Explanations
import Foundation
import Reports
import RepositoryLinking
import SourceText
import TestSupport
import Testing

@Suite struct PolicyExplanationTests {
    struct Answer: Decodable {
        struct Policy: Decodable {
            struct Failure: Decodable {
                let kind: String
                let message: String
            }
            struct Tag: Decodable {
                let tag: String
                let kept: Bool
                let value: String?
                let reason: String
            }
            let namespace: String?
            let name: String
            let path: String
            let line: Int
            let environments: [String]
            let selected: String?
            let error: Failure?
            let tags: [Tag]
            let tied: [String]
            let samples: [String]
            let crossings: [Crossing]
        }
        struct Crossing: Decodable, Equatable {
            let environment: String
            let tag: String
        }
        let policies: [Policy]
    }

    static func explanation(
        of name: String = "apps/web", in files: [String: String], paths: ReportPaths = .all,
        tags: [String]? = nil
    ) async throws -> PolicyExplanation {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        let model = try await RepositoryCheck(rules: [], workerCount: 1).model(of: snapshot)
        return try PolicyExplanation(
            of: #require(ObjectName(name)), in: model, paths: paths, tags: tags.map { .list($0) })
    }

    static func answer(
        of name: String = "apps/web", in files: [String: String], paths: ReportPaths = .all,
        tags: [String]? = nil
    ) async throws -> [Answer.Policy] {
        let explanation = try await explanation(of: name, in: files, paths: paths, tags: tags)
        return try decoded(Answer.self, explanation).policies
    }

    /// A policy with this specification, and its ImageRepository with these exclusions.
    static func manifest(
        _ specification: String, namespace: String? = "apps", exclusions: String = ""
    ) -> String {
        let place = namespace.map { "\n  namespace: \($0)" } ?? ""
        return """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata:
              name: web\(place)
            spec:
              imageRepositoryRef: { name: web }
              \(specification.replacingOccurrences(of: "\n", with: "\n  "))
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata:
              name: web\(place)
            spec:
              image: ghcr.io/org/web
              \(exclusions)

            """
    }

    static let timestamps = """
        filterTags:
          pattern: '^develop-v.*-(?P<ts>[0-9]+)$'
          extract: $ts
        policy: { numerical: { order: asc } }
        """

    @Test func `every tag has its reason`() async throws {
        let policies = try await Self.answer(
            in: ["a.yaml": Self.manifest(Self.timestamps)],
            tags: ["develop-v2-7", "develop-v1-7", "develop-v1-5", "prod-v1-9", "develop-v-1.sig"])
        let policy = try #require(policies.first)
        #expect(policies.count == 1)
        #expect(policy.namespace == "apps" && policy.name == "web")
        #expect(policy.path == "a.yaml" && policy.line == 1)
        #expect(policy.selected == "develop-v1-7" && policy.tied == ["develop-v2-7"])
        #expect(policy.error == nil)
        #expect(policy.tags.map(\.kept) == [false, true, true, false, false])
        #expect(policy.tags.map(\.value) == ["7", "7", "5", nil, nil])
        #expect(
            policy.tags.map(\.reason) == [
                "has the same value `7` as `develop-v1-7`", "selected for `7`",
                "kept, with the value `5`", "does not match `^develop-v.*-(?P<ts>[0-9]+)$`",
                #"the image repository excludes `^.*\.sig$`"#,
            ])
        #expect(policy.samples.count == 5 && policy.samples.first == "develop-v-0")
    }

    @Test func `without tags nothing is selected and nothing is an error`() async throws {
        let policy = try await Self.answer(in: ["a.yaml": Self.manifest(Self.timestamps)])[0]
        #expect(policy.selected == nil && policy.error == nil && policy.tags.isEmpty)
        let empty = try await Self.answer(
            in: ["a.yaml": Self.manifest(Self.timestamps)], tags: [])[0]
        #expect(empty.error?.kind == "no_tags")
    }

    @Test func `an invalid policy is an error`() async throws {
        let files = ["a.yaml": Self.manifest("policy: { semver: { range: '>=x y' } }")]
        let silent = try await Self.answer(in: files)[0]
        #expect(silent.error?.kind == "invalid_policy" && silent.samples.isEmpty)
        let policy = try await Self.answer(in: files, tags: ["1.0.0"])[0]
        #expect(policy.error?.kind == "invalid_policy")
        #expect(policy.tags.map(\.kept) == [false])
        #expect(policy.tags.map(\.reason) == [policy.error?.message])
    }

    @Test func `exclusions of the ImageRepository apply`() async throws {
        let list = "exclusionList: ['^1', 'rc']"
        let files = ["a.yaml": Self.manifest("policy: { alphabetical: {} }", exclusions: list)]
        let policy = try await Self.answer(in: files, tags: ["1", "2", "3rc", "4.sig"])[0]
        #expect(policy.tags.map(\.kept) == [false, true, false, true])
        #expect(policy.samples.allSatisfy { !$0.hasPrefix("1") && !$0.contains("rc") })
    }

    @Test func `an invalid exclusion means that nothing is scanned`() async throws {
        let specification = "policy: { alphabetical: {} }"
        let files = ["a.yaml": Self.manifest(specification, exclusions: "exclusionList: ['(']")]
        let policy = try await Self.answer(in: files, tags: ["1"])[0]
        #expect(policy.error?.kind == "no_tags" && policy.selected == nil)
        #expect(policy.error?.message.contains("never scanned") == true)
        #expect(policy.tags.map(\.kept) == [false] && policy.samples.isEmpty)
    }

    @Test func `every declaration is explained unless a path selects one`() async throws {
        let files = [
            "b/p.yaml": Self.manifest(Self.timestamps),
            "a/p.yaml": Self.manifest("policy: { alphabetical: {} }", namespace: nil),
            "c/p.yaml": Self.manifest(Self.timestamps, namespace: "other"),
        ]
        let all = try await Self.answer(in: files)
        #expect(all.map(\.path) == ["a/p.yaml", "b/p.yaml"])
        #expect(all.map(\.namespace) == [nil, "apps"])
        let narrowed = try await Self.answer(in: files, paths: ReportPaths(["b"]))
        #expect(narrowed.map(\.path) == ["b/p.yaml"])
    }

    @Test func `the nearest ImageRepository is the policy's own`() async throws {
        let files = [
            "a/p.yaml": Self.manifest(
                "policy: { alphabetical: {} }", exclusions: "exclusionList: ['^a']"),
            "b/p.yaml": Self.manifest(
                "policy: { alphabetical: {} }", exclusions: "exclusionList: ['^b']"),
        ]
        let policies = try await Self.answer(in: files, tags: ["a", "b"])
        #expect(policies.map(\.selected) == ["b", "a"])
    }

    @Test func `an unknown policy is an error with a suggestion`() async throws {
        let files = ["a.yaml": Self.manifest(Self.timestamps)]
        let error = await #expect(throws: PolicyMissing.self) {
            try await Self.explanation(of: "apps/wbe", in: files)
        }
        #expect(
            error?.description
                == "no ImagePolicy `apps/wbe` is declared here; did you mean `apps/web`?")
    }

    @Test(arguments: ["", "a", "/a", "a/", "a/b/c"])
    func `the name of a policy has two parts`(_ text: String) {
        #expect(ObjectName(text) == nil)
    }

    @Test func `the text shows the policy, its tags and the selection`() async throws {
        let explanation = try await Self.explanation(
            in: ["a.yaml": Self.manifest(Self.timestamps)],
            tags: ["develop-v2-7", "develop-v1-5", "x"])
        #expect(
            explanation.text(in: .plain) == """
                policy     apps/web
                declared   a.yaml:1
                image      ghcr.io/org/web
                pattern    ^develop-v.*-(?P<ts>[0-9]+)$
                considers  tags that begin with `develop-v`, and after that end with `-` and \
                digits (the group `ts`)
                except     those that match `^.*\\.sig$`, Flux's default
                selects    the largest number in the group `ts`
                samples    develop-v-0
                           develop-v-2
                           develop-v-5
                           develop-v2-3
                           develop-vj-8

                          tag           value  reason
                selected  develop-v2-7  7
                kept      develop-v1-5  5
                dropped   x                    does not match `^develop-v.*-(?P<ts>[0-9]+)$`

                selected  develop-v2-7

                """)
    }

    @Test(arguments: [
        ("numerical: { order: desc }", "the smallest number"),
        ("alphabetical: {}", "the last by bytes"),
        ("alphabetical: { order: desc }", "the first by bytes"),
        (
            "semver: { range: 1.x }",
            "the highest version of the range `1.x`: versions from 1.0.0, below 2.0.0 "
                + "(no pre-releases)"
        ),
    ])
    func `an order is described in words`(_ ordering: String, _ words: String) async throws {
        let files = ["a.yaml": Self.manifest("policy: { \(ordering) }")]
        let text = try await Self.explanation(in: files).text(in: .plain)
        #expect(text.contains("considers  all tags\n"))
        #expect(text.contains("selects    \(words)\n"))
    }

    /// The same image with a policy for each environment, and a marker that follows the first.
    static func fleet(developPattern: String) -> [String: String] {
        let production = manifest(
            "filterTags: { pattern: '^production-v.*-(?P<ts>[0-9]+)$', extract: $ts }\n"
                + "policy: { numerical: {} }", namespace: "production")
        let develop = manifest(
            timestamps.replacingOccurrences(of: "^develop-v", with: developPattern))
        let image = "ghcr.io/org/web:develop-v1-7"
        return [
            "images/production/web.yaml": production, "images/develop/web.yaml": develop,
            "apps/develop/web.yaml": """
            kind: Deployment
            spec: { template: { spec: { containers: [
              { image: \(image) } # {"$imagepolicy": "apps:web"}
            ] } } }
            """,
        ]
    }

    @Test func `a tag of another environment is shown`() async throws {
        let leaky = try await Self.explanation(in: Self.fleet(developPattern: "develop-v"))
        let policy = try decoded(Answer.self, leaky).policies[0]
        #expect(policy.environments == ["develop"])
        #expect(policy.crossings.map(\.environment) == ["production"])
        let tag = try #require(policy.crossings.first?.tag)
        #expect(tag.hasPrefix("production") && tag.contains("develop-v"))
        let words = "crosses    `\(tag)` is a tag of `production`\n"
        #expect(leaky.text(in: .plain).contains(words))
    }

    @Test func `an anchored policy crosses no environment`() async throws {
        let policy = try await Self.answer(in: Self.fleet(developPattern: "^develop-v"))[0]
        #expect(policy.environments == ["develop"] && policy.crossings == [])
    }

    @Test func `a variable in the pattern is pointed out`() async throws {
        let specification = Self.timestamps.replacingOccurrences(of: "develop", with: "${ENV}")
        let text = try await Self.explanation(in: ["a.yaml": Self.manifest(specification)])
            .text(in: .plain)
        #expect(text.contains("`filterTags.pattern` holds a variable"))
    }
}
