import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags markers above a list item that another comment of the item hides.
struct MarkerHidden: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerHidden)

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .setter = marker.reading, case .comment(.head) = marker.placement else {
            return nil
        }
        if marker.isOneOfSeveralLines {
            guard !marker.neighbourHasMarker else { return nil }
            return "Flux does not see this marker: it reads all comment lines above the item as "
                + "one text"
        }
        guard marker.hidingComment != nil else { return nil }
        return "Flux does not see this marker: the comment beside the item hides the one above it"
    }

    func cause(of marker: MarkerFact) -> (message: String, span: SourceSpan)? {
        marker.hidingComment.map { ("the comment that Flux reads instead", $0) }
    }
}
