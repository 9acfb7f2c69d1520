import SourceText
import YAMLSyntax

/// The path of a scalar in a stream, in the notation of the conformance tables.
struct ScalarPlace: Hashable, Comparable, Sendable {
    /// Counts the documents that are not empty, from 0.
    let document: Int
    /// As in `.a.b[0].c`.
    let path: String

    static func < (left: ScalarPlace, right: ScalarPlace) -> Bool {
        (left.document, left.path) < (right.document, right.path)
    }
}

/// The scalar values of a stream that Flux visits: no keys, and of equal keys the first alone.
struct ScalarPlaces {
    private(set) var texts: [ScalarPlace: String] = [:]
    private(set) var places: [SourceSpan: ScalarPlace] = [:]

    init(_ stream: YAMLStream) {
        let documents = stream.documents.filter { !($0.root.textBytes?.isEmpty ?? false) }
        for (number, document) in documents.enumerated() {
            visit(document.root, ScalarPlace(document: number, path: ""))
        }
    }

    private mutating func visit(_ node: YAMLNode, _ place: ScalarPlace) {
        switch node.kind {
        case .scalar:
            texts[place] = node.text
            places[node.span] = place
        case .sequence:
            for (number, item) in node.items.enumerated() {
                visit(item, place.appending("[\(number)]"))
            }
        case .mapping:
            let repeated = node.repeatedKeys
            for (key, value) in node.pairs where !repeated.contains(key) {
                visit(value, place.appending("." + (key.text ?? "?")))
            }
        case .alias: break
        }
    }
}

extension ScalarPlace {
    fileprivate func appending(_ step: String) -> ScalarPlace {
        ScalarPlace(document: document, path: path + step)
    }
}
