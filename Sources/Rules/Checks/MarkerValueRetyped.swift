import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags markers at unquoted numbers, Booleans, nulls and dates, whose type Flux keeps.
struct MarkerValueRetyped: MarkerRule {
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard marker.liveSetter != nil, let target = marker.target, let type = target.plainType,
            type != .string, !target.span.isEmpty
        else { return nil }
        let (noun, tag) = type.names
        return
            "the value `\(target.text)` has no quotes and is \(noun), so Flux writes `\(tag)` before "
            + "the new text: add quotes"
    }

    /// Quotes the value; nil for `null` and Booleans, which are not tags.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard let target = marker.fact.target, target.plainType != .null,
            target.plainType != .boolean, let span = target.node.textSpan
        else { return nil }
        return .quoting(target.text, at: span)
    }
}

extension PlainScalarType {
    fileprivate var names: (noun: String, tag: String) {
        switch self {
        case .string: ("a string", "!!str")
        case .integer: ("an integer", "!!int")
        case .float: ("a decimal number", "!!float")
        case .boolean: ("a Boolean", "!!bool")
        case .null: ("null", "!!null")
        case .timestamp: ("a date", "!!timestamp")
        }
    }
}
