import Configuration
package import Reports
package import RepositoryLinking
package import Rules
import SourceText
import WebPages

extension PromotionState {
    /// One word for people.
    package var title: String {
        switch kind {
        case "rebuilt": "built again"
        default: kind
        }
    }

    /// The severity by whose colour it is shown; nil for what is as it should be, or not known.
    package var severity: Severity? {
        switch comparison {
        case .rebuilt: .error
        case .different(.ahead): .warning
        case .different(.behind): .note
        case .same, .different(.unknown), .unknown: nil
        }
    }

    package var json: JSONValue {
        [
            "image": .string(image.full), "environment": .string(environment),
            "source": .string(source), "state": .string(kind), "message": .string(words),
            "promoted": .boolean(isPromoted), "builds": builds.json,
            "sourceBuilds": sourceBuilds.json,
        ]
    }
}

extension EnvironmentBuilds {
    /// The tags, or digests without tags, and whether there is more that is not known.
    package var shown: String {
        var seen: Set<String> = []
        let words = known.map(\.words) + (open.isEmpty ? [] : ["(filled in)"])
        return words.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    fileprivate var json: JSONValue {
        .array(
            known.map { build in
                [
                    "tag": JSONValue(build.artifact.tag),
                    "digest": JSONValue(build.artifact.digest),
                    "listed": .boolean(build.isDigestListed),
                ]
            })
    }
}

extension AuditPage {
    /// How far each environment is behind the one that it promotes from; nothing where none does.
    var promotions: HTML {
        guard !audit.promotions.isEmpty else { return .empty }
        let rows = audit.promotions.map { state -> HTML in
            let badge: HTML = """
                <span class="badge \(state.severity?.rawValue ?? "")">\(state.title)</span>
                """
            return """
                <tr class="item" \(filterKeys([state.environment, state.source], state.isPromoted ? state.severity : nil))>\
                <th scope="row">\(imageName(state.image.full))</th><td>\(state.environment)</td>\
                <td>\(state.builds.shown)</td><td>\(state.source)</td>\
                <td>\(state.sourceBuilds.shown)</td><td>\(badge)</td><td>\(state.words)</td></tr>

                """
        }
        return section(
            "promotion", "Promotion",
            "How far each environment is behind the one that it promotes from.",
            table(
                ["Image", "Environment", "Runs", "Promotes from", "Which runs", "State", ""], rows))
    }
}
