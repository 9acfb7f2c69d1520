package import CheckPipeline
package import Reports
import SourceText

/// The outcome of the examples of custom rules.
package struct RuleTestAccount: Answer {
    package static let command = "rules test"

    private let results: [CustomExampleResult]
    /// The rules that have no example.
    private let untested: [String]

    package init(_ results: [CustomExampleResult], untested: [String]) {
        self.results = results
        self.untested = untested
    }

    package var isValid: Bool { results.allSatisfy { $0.outcome == .passed } }

    package var members: [String: JSONValue] {
        [
            "examples": .array(
                results.map { result in
                    [
                        "rule": .string(result.rule),
                        "kind": .string(result.kind),
                        "number": .integer(result.number),
                        "passed": .boolean(result.outcome == .passed),
                        "message": result.fault.map(JSONValue.string) ?? .null,
                    ]
                }),
            "untested": .array(untested.map(JSONValue.string)),
        ]
    }

    package func text(in style: TextStyle) -> String {
        let failed = results.filter { $0.outcome != .passed }.map { result in
            let name = style.applied(.emphasis, to: result.rule.visible)
            return "\(name): \(result.kind) example \(result.number): "
                + "\((result.fault ?? "").visible)\n"
        }
        let silent = untested.map { "\($0.visible): no examples\n" }
        let count = results.count - failed.count
        return (failed + silent).joined() + "\(count) of \(results.count) examples passed\n"
    }
}

extension CustomExampleResult {
    fileprivate var kind: String { isBad ? "bad" : "good" }

    /// The fault; nil for an example that passed.
    fileprivate var fault: String? {
        switch outcome {
        case .passed: nil
        case .notReported: "the rule finds nothing in it"
        case .reported(let messages): "the rule reports it: \(messages[0])"
        case .notChecked(let reasons): "the rule cannot decide: \(reasons[0])"
        case .unreadable(let reason): reason
        }
    }
}
