import Foundation
import Inspection
import Reports

/// What `--output json` would print, read back by another reader.
func json(_ explanation: some Explanation) -> String {
    let tool = ToolIdentity(name: "sluice", version: "1.2.3")
    return explanation.rendered(as: .json, by: tool, in: .plain)
}

func decoded<Answer: Decodable>(
    _ type: Answer.Type = Answer.self, _ explanation: some Explanation
) throws -> Answer {
    try JSONDecoder().decode(type, from: Data(json(explanation).utf8))
}

/// What is wrong with a pattern or a range.
struct Fault: Decodable {
    let message: String
    let offset: Int
}
