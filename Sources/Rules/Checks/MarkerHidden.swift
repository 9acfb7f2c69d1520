import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags markers above list items that another comment of the item hides.
struct MarkerHidden: MarkerRule {
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .setter = marker.reading, case .comment(.head) = marker.placement else {
            return nil
        }
        if marker.isOneOfSeveralLines {
            guard !marker.neighbourHasMarker else { return nil }
            return "Flux does not see this marker: it reads all comment lines above the item as "
                + "one; put the marker beside the value"
        }
        guard marker.hidingComment != nil else { return nil }
        return "Flux does not see this marker: it reads the comment beside the item instead; put "
            + "the marker there, and the other comment above"
    }

    func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)? {
        marker.hidingComment.map { ("the comment that Flux reads instead", $0) }
    }
}
