import Receivers
import TestSupport
import Testing

/// Filters in CEL, beside what cel-python, the specification and cel-go's extensions make of them.
@Suite struct FilterTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let filter: String
        /// `true`, `false`, `error` on this call, or `refused` before any.
        let result: String

        var testDescription: String { "\(filter.prefix(80)) -> \(result)" }
    }

    private static let request = #"""
        {"tag": "v1.2.3", "action": "push", "empty": "", "n": 2, "half": 0.5, "yes": true,
         "no": false, "none": null, "list": ["a", "b", "c"], "nums": [1, 2, 3],
         "mixed": [true, "a"], "map": {"k": "v", "nested": {"deep": ["x"]}},
         "odd key": "é😀", "elist": [], "emap": {}}
        """#

    @Test(arguments: try ConformanceTable.cases(Case.self, in: "filters.jsonl"))
    func `a filter has the result of CEL`(_ example: Case) async throws {
        let text = example.filter.isEmpty ? "''" : example.filter
        let filter = try? ReceiverFilter(example.filter)
        #expect((filter == nil) == (example.result == "refused"))
        guard filter != nil else { return }
        let table = table(
            manifest(type: "generic", "  resourceFilter: |-\n    \(text)"),
            imageRepository("web", image: "ghcr.io/org/web"))
        let outcome = try await table.outcome(of: call(body: Self.request))
        let acceptance = try #require(outcome.acceptances.first)
        #expect(acceptance.hint.isEmpty == (example.result == "false"))
        #expect(acceptance.notes.isEmpty == (example.result != "error"), "\(acceptance.notes)")
    }

    @Test func `comments and line breaks may be in a filter`() throws {
        _ = try ReceiverFilter("req.tag == 'a' // the first\n  && has(req.b)")
    }

    @Test func `what is wrong with a filter is said`() {
        func problem(_ text: String) -> String? {
            do throws(FilterProblem) {
                _ = try ReceiverFilter(text)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(problem("int(req.n) == 2") == "`int` is not in the supported subset of CEL")
        #expect(problem("req.tag ==") == "the expression ends too early")
        #expect(problem("req.tag.matches('(')") == "`(` is no pattern")
        #expect(
            problem("'" + String(repeating: "a", count: 9_000) + "'")
                == "the expression is longer than 8192 bytes")
    }

    /// Texts made at random are refused or evaluated, and harm nothing.
    @Test func `no filter brings the service down`() async throws {
        var random = SeededGenerator(seed: 19)
        let words = [
            "req", "res", ".tag", ".list", "[", "]", "(", ")", "'a'", "1", "1.5", "==", "<", "in",
            "&&", "||", "!", "?", ":", "+", "-", ".size()", ".split('.')", ".exists(x, x == 'a')",
            ".all(x,", "has(", ".first()", ".value()", "null", "true", "\\", "\"", "\u{0}", "é",
        ]
        var parsed = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...9, using: &random)
            let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? "" : " ")
            guard (try? ReceiverFilter(text)) != nil, !text.contains("\u{0}") else { continue }
            parsed += 1
            guard parsed < 300 else { continue }
            let table = table(
                manifest(type: "generic", "  resourceFilter: |-\n    \(text)"),
                imageRepository("web", image: "ghcr.io/org/web"))
            #expect(try await table.outcome(of: call(body: Self.request)).status == 200)
        }
        #expect(parsed > 100)
    }
}
