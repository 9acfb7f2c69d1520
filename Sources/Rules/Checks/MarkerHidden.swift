import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags markers above list items that another comment of the item hides.
struct MarkerHidden: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let fault = fault(of: marker.fact) else { return nil }
            let hiding = marker.fact.hidingComment.map { span in
                RelatedLocation(
                    "the comment that Flux reads instead",
                    at: SourceLocation(path: marker.path, span: span))
            }
            return finding(fault, at: marker, related: [hiding].compactMap(\.self))
        }
    }

    private func fault(of marker: MarkerFact) -> String? {
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
}
