import ManifestFacts
import RepositoryLinking
import RuleCatalog
import YAMLSyntax

/// Flags markers at places where Flux never looks, or looks only once.
struct MarkerMisplaced: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerMisplaced)

    func findings(in model: RepositoryModel) -> [Finding] {
        let texts = model.markersInTexts.map { marker in
            finding(
                "Flux does not see this marker: the values are one text of the object, and no comment "
                    + "of it; put them into a file that kustomize generates the object from",
                at: marker)
        }
        return markerFindings(in: model) + texts
    }

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .setter = marker.reading, !marker.isAlone || marker.evidentlyMeansItsNeighbour
        else { return nil }
        switch marker.placement {
        case .repeatedKey:
            return "Flux does not see this marker: the key occurs before in the same mapping"
        case .inlinePatch:
            return "Flux does not see this marker: it is text of an inline patch, not a comment"
        case .comment(let placement):
            return reason(placement).map { "Flux does not see this marker: \($0)" }
                ?? onceOnly(placement)
        }
    }

    /// Why a comment at that place belongs to no scalar value; nil where it does.
    private func reason(_ placement: YAMLCommentPlacement) -> String? {
        switch placement {
        case .line, .head, .aboveValue, .undetermined: nil
        case .aboveKey: "it stands above a key instead of beside the value"
        case .aboveCollectionItem: "it stands above an item that is not a single value"
        case .onKeyOfCollection: "the key beside it has no single value"
        case .onKeyBeforeValue: "it stands beside the key, and the value is on the next line"
        case .onKeyWithoutValue: "the key beside it has no value"
        case .onCollection: "it stands behind a list or mapping, not beside one value"
        case .onAlias: "the value beside it is an alias"
        case .below: "it stands below the value instead of beside it"
        case .onDocumentMarker: "it stands on a `---` line"
        }
    }

    private func onceOnly(_ placement: YAMLCommentPlacement) -> String? {
        guard case .aboveValue = placement else { return nil }
        return "Flux sees this marker only once: its own rewrite moves the comment between key "
            + "and value to where it never looks"
    }
}
