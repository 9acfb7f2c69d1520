import Explanations
import Foundation
import Reports

/// What `--output json` would print, read back by another reader.
func json(_ explanation: some Answer) -> String {
    let tool = ToolIdentity(name: "sluice", version: "1.2.3")
    return explanation.rendered(as: .json, by: tool, in: .plain)
}

func decoded<Content: Decodable>(
    _ type: Content.Type = Content.self, _ explanation: some Answer
) throws -> Content {
    try JSONDecoder().decode(type, from: Data(json(explanation).utf8))
}

/// What is wrong with a pattern or a range.
struct Fault: Decodable {
    let message: String
    let offset: Int
}
