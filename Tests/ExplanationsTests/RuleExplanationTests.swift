import Explanations
import Reports
import Rules
import Testing

@Suite struct RuleExplanationTests {
    struct Rule: Decodable {
        let id: String
        let severity: String
        let since: String
        let fix: String
        let offline: Bool
        let optIn: Bool
        let supersedes: [String]
        let summary: String
        let documentation: String?
    }
    struct Catalogue: Decodable { let rules: [Rule] }
    struct Answer: Decodable { let rule: Rule }

    static let rules = RuleDefinition.all

    @Test func `the list contains every rule once`() throws {
        let catalogue = try decoded(Catalogue.self, RuleList(of: Self.rules))
        #expect(catalogue.rules.map(\.id) == Self.rules.map(\.id).sorted())
        #expect(catalogue.rules.allSatisfy { $0.documentation == nil })
        let text = RuleList(of: Self.rules).text(in: .plain)
        #expect(text.split(separator: "\n").count == Self.rules.count)
    }

    @Test(arguments: rules.map(\.id))
    func `the explanation contains the whole definition`(_ id: String) throws {
        let rule = try #require(Self.rules.first { $0.id == id })
        let explanation = RuleExplanation(of: rule)
        let answer = try decoded(Answer.self, explanation).rule
        #expect(answer.id == id && answer.severity == rule.severity.rawValue)
        #expect(answer.documentation == rule.documentation)
        let text = explanation.text(in: .plain)
        #expect(text.contains(rule.summary) && text.contains("\n## Why\n"))
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
}
