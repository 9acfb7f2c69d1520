import Explanations
import Foundation
import Reports

/// The output of `--output json`, decoded by Foundation.
func json(_ explanation: some Answer) -> String {
    let tool = ToolIdentity(name: "sluice", version: "1.2.3")
    return explanation.rendered(as: .json, by: tool, in: .plain)
}

func decoded<Content: Decodable>(
    _ type: Content.Type = Content.self, _ explanation: some Answer
) throws -> Content {
    try JSONDecoder().decode(type, from: Data(json(explanation).utf8))
}

/// An error in a pattern or a range.
struct Fault: Decodable {
    let message: String
    let offset: Int
}
