import CheckPipeline
import ManifestFacts
import SourceText
import TestSupport
import Testing

@testable import UpdateEngine

/// The new values at markers, and the text beside them that stays.
@Suite struct RewritingTests {
    /// The plan for one file, with policies `ns:p` (2.0.0), `ns:num` (20240101), `ns:d` (a digest).
    private static func plan(_ text: String) async throws -> UpdatePlan {
        let digest = "sha256:" + String(repeating: "1", count: 64)
        func policy(_ name: String, _ image: SelectedImage) -> ClusterList.Policy {
            ClusterList.Policy(namespace: "ns", name: name, labels: [:], latest: image)
        }
        let name = "reg.example/app"
        let list = ClusterList(
            cluster: "test",
            policies: [
                policy("p", SelectedImage(name: name, tag: "2.0.0")),
                policy("num", SelectedImage(name: name, tag: "20240101")),
                policy("d", SelectedImage(name: name, tag: "2.0.0", digest: digest)),
            ])
        let marked = try await RepositoryCheck(rules: [], workerCount: 2)
            .markedFiles(in: Snapshot(files: ["f.yaml": Array(text.utf8)]))
        return await UpdatePlan(
            of: marked, from: .clusters(try ClusterPolicies([list])), workerCount: 2)
    }

    private static func rewritten(_ text: String) async throws -> String {
        let files = try await plan(text).files
        return files.first.map { String(decoding: $0.after, as: UTF8.self) } ?? text
    }

    /// The text with markers for the letters `P`, `T`, `N`, `D`, each behind a blank.
    private static func marked(_ text: String) -> String {
        text.replacing(" P", with: #" # {"$imagepolicy": "ns:p"}"#)
            .replacing(" T", with: #" # {"$imagepolicy": "ns:p:tag"}"#)
            .replacing(" N", with: #" # {"$imagepolicy": "ns:num:tag"}"#)
            .replacing(" D", with: #" # {"$imagepolicy": "ns:d:digest"}"#)
    }

    @Test(arguments: [
        ("a word", "v: a:1 P\n", "v: reg.example/app:2.0.0 P\n"),
        ("a number", "v: 1.0 T\n", "v: 2.0.0 T\n"),
        ("a null", "v: ~ T\n", "v: 2.0.0 T\n"),
        ("a Boolean", "v: true T\n", "v: 2.0.0 T\n"),
        ("a date", "v: 2024-01-01 T\n", "v: 2.0.0 T\n"),
        ("a number for a word", "v: x N\n", "v: \"20240101\" N\n"),
        ("a number in quotes", "v: 'x' N\n", "v: '20240101' N\n"),
        ("a tag", "v: !!str 1 T\n", "v: !!str 2.0.0 T\n"),
        ("a tag of one's own", "v: !x 1 T\n", "v: !x 2.0.0 T\n"),
        ("an anchor", "v: &x a:1 P\nw: *x\n", "v: &x reg.example/app:2.0.0 P\nw: *x\n"),
        ("an anchor and a tag", "v: &x !!str 1 N\n", "v: &x !!str \"20240101\" N\n"),
        ("several lines", "v: a\n  b P\n", "v: reg.example/app:2.0.0 P\n"),
        ("quotes of several lines", "v: \"a\n  b\" P\n", "v: \"reg.example/app:2.0.0\" P\n"),
        ("escapes", "v: \"a\\tb\" P\n", "v: \"reg.example/app:2.0.0\" P\n"),
        ("a literal", "v: |- P\n  a:1\n", "v: |- P\n  reg.example/app:2.0.0\n"),
        ("a kept line break", "v: | P\n  a:1\nw: 1\n", "v: |- P\n  reg.example/app:2.0.0\nw: 1\n"),
        (
            "an indicator", "v: |2+ P\n    a\n\nw: 1\n",
            "v: |- P\n    reg.example/app:2.0.0\n\nw: 1\n"
        ),
        ("a folded one", "v: >- P\n  a\n  b\n", "v: >- P\n  reg.example/app:2.0.0\n"),
        ("a number in a literal", "v: |- N\n  x\n", "v: |- N\n  20240101\n"),
        ("an empty literal", "v: |- P\nw: 1\n", "v: \"reg.example/app:2.0.0\" P\nw: 1\n"),
        ("CR LF", "v: |- P\r\n  a\r\nw: 1\r\n", "v: |- P\r\n  reg.example/app:2.0.0\r\nw: 1\r\n"),
        ("brackets", "v: [\n  a, P\n  b\n]\n", "v: [\n  'reg.example/app:2.0.0', P\n  b\n]\n"),
        ("a colon in brackets", "v: [\n  a:1 P\n]\n", "v: [\n  reg.example/app:2.0.0 P\n]\n"),
        ("no last line break", "v: a P", "v: reg.example/app:2.0.0 P"),
        ("above an item", "v:\n P\n - a\n", "v:\n P\n - reg.example/app:2.0.0\n"),
        ("below a key", "v:\n P\n  a\n", "v:\n P\n  reg.example/app:2.0.0\n"),
        ("a current number", "v: 20240101 N\n", "v: 20240101 N\n"),
        ("one beside a change", "v: 20240101 N\nw: a T\n", "v: \"20240101\" N\nw: 2.0.0 T\n"),
        (
            "a lone list", "kind: List\nitems:\n- v: a P\n",
            "kind: List\nitems:\n- v: reg.example/app:2.0.0 P\n"
        ),
        (
            "a mark in the middle", "a: 1\n---\n\u{FEFF}v: a P\n",
            "a: 1\n---\n\u{FEFF}v: reg.example/app:2.0.0 P\n"
        ),
    ]) func `only the value changes`(_ form: String, _ before: String, _ after: String) async throws
    {
        #expect(try await Self.rewritten(Self.marked(before)) == Self.marked(after), "\(form)")
        let again = try await Self.rewritten(Self.marked(after))
        #expect(again == Self.marked(after))
    }

    @Test(arguments: [
        ("its tag `!!int` says that the value is not a string", "v: !!int 1 T\n"),
        ("its tag `!!null` says that the value is not a string", "v: !!null ~ T\n"),
    ])
    func `a value that cannot be written is refused`(_ reason: String, _ text: String) async throws
    {
        let plan = try await Self.plan(Self.marked(text))
        guard case .refused(let refusal)? = plan.markers.first?.outcome else {
            Issue.record("\(plan.markers)")
            return
        }
        #expect(refusal.reason == reason)
        #expect(plan.changedFiles.isEmpty && plan.hasFailed)
    }

    @Test func `a digest is not removed`() async throws {
        let plan = try await Self.plan("v: x # {\"$imagepolicy\": \"ns:p:digest\"}\n")
        guard case .refused? = plan.markers.first?.outcome else {
            Issue.record("\(plan.markers)")
            return
        }
        let empty = try await Self.plan("v: \"\" # {\"$imagepolicy\": \"ns:p:digest\"}\n")
        #expect(!empty.hasFailed && empty.changedFiles.isEmpty)
    }

    /// Vectors of image-automation-controller 1.2.1 with one marker each.
    @Test(arguments: try ConformanceTable.cases(MarkerVector.self, in: "markers.jsonl"))
    func `markers are written where Flux writes them`(_ vector: MarkerVector) async throws {
        let plan = try await Self.plan(vector.in)
        let changes = plan.markers.filter { if case .changed = $0.outcome { true } else { false } }
        if vector.id == "m06" { return #expect(changes.isEmpty) }
        #expect(changes.isEmpty == (vector.out == "same"), "\(plan.markers)")
    }

    struct MarkerVector: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let `in`: String
        /// `same` where Flux left the file alone.
        let out: String

        var testDescription: String { id }
    }
}
