package import SourceText

/// The words that may stand at a place of a configuration file that is being written.
///
/// Only what is below `custom` is known; elsewhere there are none.
package struct ConfigurationCompletion: Sendable {
    package struct Item: Hashable, Sendable {
        package let word: String
        package let summary: String
        /// Whether it is a key, after which a colon follows.
        package let isKey: Bool
    }

    package let items: [Item]
    /// The word that has been begun, which an item replaces.
    package let span: SourceSpan

    /// - Parameter offset: That of the cursor, in UTF-8.
    package init(in source: [UInt8], at offset: Int) {
        let place = YAMLPlace(in: source, at: offset)
        span = SourceSpan(offset - place.begun.utf8.count, offset)
        items = Self.items(at: place).filter { item in !place.siblings.contains(item.word) }
    }

    private static let operators = [
        Item(word: "all", summary: "Each of these must hold.", isKey: true),
        Item(word: "any", summary: "One of these must hold.", isKey: true),
        Item(word: "not", summary: "These must not all hold.", isKey: true),
    ]

    private static let ruleKeys = [
        ("id", "The rule's name."), ("on", "What it judges."),
        ("where", "The ones that it judges."), ("require", "What each of them must be."),
        ("message", "What is said of the others."), ("severity", "By default `error`."),
        ("description", "One sentence: what is wrong."), ("help", "What to do about it."),
        ("examples", "Manifests that the rule must and must not report."),
    ].map { Item(word: $0, summary: $1, isKey: true) }

    private static func items(at place: YAMLPlace) -> [Item] {
        // Items of lists have no keys, so `custom` and then the keys of a rule remain.
        guard place.path.first == "custom" else { return [] }
        let path = place.path.dropFirst()
        guard let first = path.first else { return place.isInList ? ruleKeys : [] }
        switch first {
        case "on" where path.count == 1:
            return words(CustomSubject.allCases.map(\.rawValue), "What the rule judges.")
        case "severity" where path.count == 1:
            return words(CustomSeverity.allCases.map(\.rawValue), "The severity of findings.")
        case "examples" where path.count == 1:
            return ["bad", "good"].map { Item(word: $0, summary: "Examples.", isKey: true) }
        case "examples":
            return [
                ("manifest", "The text itself."), ("at", "The path at which it is judged."),
                ("path", "A file or directory of this repository."),
            ].map { Item(word: $0, summary: $1, isKey: true) }
        case "where", "require":
            let keys = path.dropFirst().filter { !["all", "any", "not"].contains($0) }
            return conditions(below: Array(keys), on: place.subject)
        default: return []
        }
    }

    /// - Parameter keys: A field, and perhaps the key of a label; none for the fields themselves.
    private static func conditions(below keys: [String], on subject: CustomSubject?) -> [Item] {
        guard let key = keys.first else {
            let fields = subject?.fields ?? CustomField.allCases
            return fields.map { Item(word: $0.rawValue, summary: $0.summary, isKey: true) }
                + operators
        }
        guard let field = CustomField(rawValue: key) else { return [] }
        let presence = words(["present", "absent"], field.summary)
        return switch field.kind {
        case .flag: words(["true", "false"], field.summary)
        case .words(let names): words(names, field.summary) + presence
        case .map where keys.count == 1: []
        case .language: []
        default: presence
        }
    }

    private static func words(_ words: [String], _ summary: String) -> [Item] {
        words.map { Item(word: $0, summary: summary, isKey: false) }
    }
}
