import Configuration
import SourceText

/// The words that an editor may offer at a place.
struct CompletionItem: Encodable, Sendable {
    struct Edit: Encodable, Sendable {
        let range: PositionRange
        let newText: String
    }

    /// A property or a value, as the protocol numbers them.
    private enum Kind {
        static let property = 10
        static let value = 12
    }

    let label: String
    let kind: Int
    let detail: String
    let textEdit: Edit

    private init(_ item: ConfigurationCompletion.Item, replacing range: PositionRange) {
        label = item.word
        kind = item.isKey ? Kind.property : Kind.value
        detail = item.summary
        textEdit = Edit(range: range, newText: item.isKey ? "\(item.word): " : item.word)
    }

    /// The words for a place of a configuration file; none elsewhere in a repository.
    static func items(at position: Position, in document: OpenDocument) -> [CompletionItem] {
        let completion = ConfigurationCompletion(
            in: document.bytes, at: document.positions.offset(of: position))
        let range = document.positions.range(of: completion.span)
        return completion.items.map { CompletionItem($0, replacing: range) }
    }
}
