import ManifestFacts
import RepositoryLinking
import YAMLSyntax

/// Flags markers that Flux never reads, or reads only once, because of where they are.
struct MarkerMisplaced: MarkerRule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let texts = model.markersInTexts.map { marker in
            finding(
                "Flux does not see this marker: it is text of the object, not a comment; put the "
                    + "values into a file from which kustomize generates the object",
                at: marker)
        }
        return markerFindings(in: model) + texts
    }

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .setter = marker.reading, !marker.isAlone || marker.evidentlyMeansItsNeighbour
        else { return nil }
        switch marker.placement {
        case .repeatedKey:
            return
                "Flux does not see this marker: the same mapping has the key twice, and Flux reads "
                + "the comment of the first"
        case .inlinePatch:
            return
                "Flux does not see this marker: it is text of an inline patch, not a comment; put "
                + "the patch into a file"
        case .comment(let placement):
            return reason(placement).map { "Flux does not see this marker: \($0)" }
                ?? onceOnly(placement)
        }
    }

    /// Why a comment with this placement belongs to no scalar value; nil if it belongs to one.
    private func reason(_ placement: YAMLCommentPlacement) -> String? {
        switch placement {
        case .line, .head, .aboveValue, .undetermined: nil
        case .aboveKey: "it is above a key; put it beside the value"
        case .aboveCollectionItem:
            "it is above an item that is not a single value; put it beside the value"
        case .onKeyOfCollection: "the key beside it has no single value"
        case .onKeyBeforeValue: "it is beside the key, and the value is on the next line"
        case .onKeyWithoutValue: "the key beside it has no value"
        case .onCollection: "it is behind a list or mapping, not beside one value"
        case .onAlias: "the value beside it is an alias"
        case .below: "it is below the value; put it beside the value"
        case .onDocumentMarker: "it is on a `---` line"
        }
    }

    private func onceOnly(_ placement: YAMLCommentPlacement) -> String? {
        guard case .aboveValue = placement else { return nil }
        return
            "Flux sees this marker only once: its first update moves the comment to where it never "
            + "looks; put the marker behind the value"
    }
}
