import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import Testing

/// ImagePolicies as patches leave them.
@Suite struct PatchTests {
    /// The range of a policy `n/a` after patches; `1.x` where none applies.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The lines below the resources of the kustomization.
        let kustomization: String
        let range: String

        init(_ description: String, _ kustomization: String, _ range: String) {
            testDescription = description
            self.kustomization = kustomization
            self.range = range
        }
    }

    @Test(arguments: targets + merges + operations)
    func `ranges are those after patches`(_ example: Case) {
        let repository = Repository([
            "kustomization.yaml": "resources: [p.yaml]\n" + example.kustomization,
            "p.yaml": policy("a", in: "n", metadata: "  annotations: {team: one}"),
            "merge.yaml": policy("a", in: "n").replacing("1.x", "2.x"),
            "other.yaml": policy("other", in: "n").replacing("1.x", "2.x"),
            // Makes the two files patches in every case, so that they are not policies.
            "patches/kustomization.yaml": "patchesStrategicMerge: [../merge.yaml, ../other.yaml]\n",
            "operations.yaml":
                "- {op: replace, path: /spec/policy/semver/range, value: 2.x}\n",
        ])
        #expect(repository.fields("spec", "policy", "semver", "range") == [example.range])
        #expect(repository.policies == ["n/a"])
    }

    private static func inline(_ target: String, _ range: String = "2.x") -> String {
        """
        patches:
          - target: {\(target)}
            patch: |
              kind: ImagePolicy
              metadata: {name: ignored}
              spec: {policy: {semver: {range: \(range)}}}
        """
    }

    private static let targets = [
        Case("by kind", inline("kind: ImagePolicy"), "2.x"),
        Case("by another kind", inline("kind: Deployment"), "1.x"),
        Case("by group", inline("group: image.toolkit.fluxcd.io"), "2.x"),
        Case("by another group", inline("group: apps, kind: ImagePolicy"), "1.x"),
        Case("by version", inline("kind: ImagePolicy, version: v1"), "2.x"),
        Case("by another version", inline("kind: ImagePolicy, version: v1beta2"), "1.x"),
        Case("by name", inline("kind: ImagePolicy, name: a"), "2.x"),
        Case("names are expressions", inline("name: '[ab]'"), "2.x"),
        Case("names match as a whole", inline("name: '[ab]|x'"), "2.x"),
        Case("a part of a name is not enough", inline("name: 'b?'"), "1.x"),
        Case("by namespace", inline("namespace: n.*"), "2.x"),
        Case("by another namespace", inline("namespace: m"), "1.x"),
        Case("by label", inline("labelSelector: 'tier=web'"), "2.x"),
        Case("by another label", inline("labelSelector: 'tier!=web'"), "1.x"),
        Case("an absent label differs", inline("labelSelector: 'zone!=east'"), "2.x"),
        Case("by a set of labels", inline("labelSelector: 'tier in (db, web),!zone'"), "2.x"),
        Case("by annotation", inline("annotationSelector: 'team'"), "2.x"),
        Case("by another annotation", inline("annotationSelector: 'team notin (one)'"), "1.x"),
        Case("a selector that cannot be read", inline("labelSelector: 'a b c'"), "unknown"),
        Case("an expression that cannot be read", inline("name: '('"), "unknown"),
    ]

    private static let merges = [
        Case("a file without target", "patches: [{path: merge.yaml}]\n", "2.x"),
        Case("a file for another object", "patches: [{path: other.yaml}]\n", "1.x"),
        Case("a file with a target", "patches: [{path: other.yaml, target: {name: a}}]\n", "2.x"),
        Case("the old key, by path", "patchesStrategicMerge: [merge.yaml]\n", "2.x"),
        Case(
            "the old key, inline",
            "patchesStrategicMerge:\n  - |\n"
                + policy("a", in: "n").replacing("1.x", "3.x").indented(4),
            "3.x"),
        Case("null removes", inline("name: a", "null"), "absent"),
        Case(
            "a directive removes",
            """
            patches:
              - target: {name: a}
                patch: |
                  kind: any
                  metadata: {name: any}
                  spec: {policy: {$patch: delete}}
            """, "absent"),
        Case(
            "a directive replaces",
            """
            patches:
              - target: {name: a}
                patch: |
                  kind: any
                  metadata: {name: any}
                  spec: {policy: {$patch: replace, alphabetical: {order: asc}}}
            """, "absent"),
        Case("the last patch wins", inline("name: a") + "\n" + second, "4.x"),
        Case(
            "a file that is not there", "patches: [{path: gone.yaml, target: {name: a}}]\n",
            "unknown"),
        Case("a patch that is no YAML", "patches: [{patch: '[', target: {name: a}}]\n", "unknown"),
    ]

    private static let second = """
          - target: {name: a}
            patch: "[{op: replace, path: /spec/policy/semver/range, value: 4.x}]"
        """

    private static func operation(_ lines: String) -> String {
        "patches:\n  - target: {kind: ImagePolicy}\n    patch: |\n" + lines.indented(6)
    }

    private static let operations = [
        Case(
            "replace",
            operation("- {op: replace, path: /spec/policy/semver/range, value: 2.x}"), "2.x"),
        Case("add", operation("- {op: add, path: /spec/policy/semver/range, value: 2.x}"), "2.x"),
        Case(
            "add a mapping",
            operation("- {op: add, path: /spec/policy, value: {semver: {range: 2.x}}}"), "2.x"),
        Case("remove", operation("- {op: remove, path: /spec/policy}"), "absent"),
        Case(
            "escaped pointers",
            operation(
                "- {op: add, path: /metadata/annotations/a~1b~0c, value: x}\n"
                    + "- {op: test, path: /metadata/annotations/a~1b~0c, value: x}"), "1.x"),
        Case(
            "a test that holds",
            operation(
                "- {op: test, path: /spec/policy/semver/range, value: 1.x}\n"
                    + "- {op: replace, path: /spec/policy/semver/range, value: 2.x}"), "2.x"),
        Case(
            "a test that fails",
            operation("- {op: test, path: /spec/policy/semver/range, value: 9.x}"), "unknown"),
        Case(
            "replace what is not there", operation("- {op: replace, path: /spec/x, value: 1}"),
            "unknown"),
        Case("remove what is not there", operation("- {op: remove, path: /spec/x}"), "unknown"),
        Case(
            "move",
            operation(
                "- {op: move, from: /spec/policy/semver, path: /spec/gone}"), "absent"),
        Case(
            "copy",
            operation(
                "- {op: copy, from: /spec/imageRepositoryRef/name, path: "
                    + "/spec/policy/semver/range}"), "app"),
        Case("no operation", operation("- {op: shout, path: /spec}"), "unknown"),
        Case(
            "by file", "patches: [{path: operations.yaml, target: {kind: ImagePolicy}}]\n", "2.x"),
        Case(
            "the old key",
            """
            patchesJson6902:
              - path: operations.yaml
                target: {group: image.toolkit.fluxcd.io, version: v1, kind: ImagePolicy, name: a}
            """, "2.x"),
    ]

    // MARK: Names

    @Test func `patches match names as written and as built`() {
        for name in ["a", "x-a", "y-x-a"] {
            let repository = Repository([
                "base/kustomization.yaml": "resources: [p.yaml]\nnamePrefix: x-\n",
                "base/p.yaml": policy("a", in: "n"),
                "top/kustomization.yaml":
                    "resources: [../base]\nnamePrefix: y-\n" + Self.inline("name: \(name)"),
            ])
            // The prefix of its own level comes after the patch.
            let range = name == "y-x-a" ? "1.x" : "2.x"
            #expect(repository.fields("spec", "policy", "semver", "range") == [range])
            #expect(repository.policies == ["n/y-x-a"])
        }
    }

    @Test func `labels of inner levels select`() {
        let repository = Repository([
            "base/kustomization.yaml": "resources: [p.yaml]\ncommonLabels: {zone: east}\n",
            "base/p.yaml": policy("a", in: "n"),
            "top/kustomization.yaml":
                "resources: [../base]\n" + Self.inline("labelSelector: zone=east"),
        ])
        #expect(repository.fields("spec", "policy", "semver", "range") == ["2.x"])
    }

    @Test func `merges keep names and JSON operations change them`() {
        let repository = Repository([
            "kustomization.yaml": """
            resources: [p.yaml]
            namePrefix: x-
            patches:
              - target: {kind: ImagePolicy}
                patch: |
                  kind: ImagePolicy
                  metadata: {name: merged, namespace: merged}
              - target: {kind: ImagePolicy, name: b}
                patch: '[{op: replace, path: /metadata/name, value: c}]'
            """,
            "p.yaml": policy("a", in: "n") + "---\n" + policy("b", in: "n"),
        ])
        #expect(repository.policies == ["n/x-a", "n/x-c"])
    }

    @Test func `deleted policies are gone`() {
        let repository = Repository([
            "kustomization.yaml": """
            resources: [p.yaml]
            patches:
              - patch: |
                  $patch: delete
                  apiVersion: image.toolkit.fluxcd.io/v1
                  kind: ImagePolicy
                  metadata: {name: a, namespace: n}
            """,
            "p.yaml": policy("a", in: "n") + "---\n" + policy("b", in: "n"),
        ])
        #expect(repository.policies == ["n/b"])
    }

    @Test func `patch files are not policies`() {
        let repository = Repository([
            "kustomization.yaml": "resources: [p.yaml]\npatches: [{path: q.yaml}]\n",
            "p.yaml": policy("a", in: "n"), "q.yaml": policy("a", in: "n"),
        ])
        #expect(repository.policies == ["n/a"])
    }

    // MARK: Locations

    @Test func `fields have the location of the patch that wrote them`() throws {
        let repository = Repository([
            "kustomization.yaml": "resources: [p.yaml]\n" + Self.inline("name: a"),
            "p.yaml": policy("a", in: "n"),
        ])
        let policy = try #require(repository.model.objects.policies.first)
        let file = repository.model.files[0]
        guard
            case .known("2.x", at: let location) = policy.object.field(
                "spec", "policy", "semver", "range")
        else {
            Issue.record("the patch applies")
            return
        }
        #expect(location.path == "kustomization.yaml")
        #expect(String(decoding: file.facts.source[location.span.range], as: UTF8.self) == "2.x")
        guard
            case .known("app", at: let other) = policy.object.field(
                "spec", "imageRepositoryRef", "name")
        else {
            Issue.record("the patch leaves the reference alone")
            return
        }
        #expect(other.path == "p.yaml")
    }

    @Test func `aliases cannot blow up a merge`() {
        let levels = (1...40).map { "l\($0): &l\($0) {a: *l\($0 - 1), b: *l\($0 - 1)}\n" }
        let bomb = "l0: &l0 {x: 1}\n" + levels.joined()
        let repository = Repository([
            "kustomization.yaml":
                "resources: [p.yaml]\npatches:\n  - target: {name: a}\n    patch: |\n"
                + ("kind: x\nmetadata: {name: x}\nspec:\n" + bomb.indented(2)).indented(6),
            "p.yaml": policy("a", in: "n") + bomb.indented(2),
        ])
        #expect(repository.policies == ["n/a"])
        #expect(repository.fields("spec", "l40") != ["absent"])
    }
}

extension String {
    fileprivate func indented(_ count: Int) -> String {
        split(separator: "\n").map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
    }

    fileprivate func replacing(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
