import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags comments that name `$imagepolicy` and that Flux does not take.
struct MarkerMalformed: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerMalformed)

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .malformed(let fault) = marker.reading else { return nil }
        // On a line of its own, what would be documentation with a good marker is so with a bad.
        guard !marker.isAlone || marker.evidentlyMeansItsNeighbour else { return nil }
        switch fault {
        case .notJSON:
            return "not a marker for Flux: the comment is not one JSON object of strings"
        case .noBreakSpace:
            return "not a marker for Flux: a no-break space stands where JSON takes plain ones only"
        case .textBefore:
            return "not a marker for Flux: other text stands in front of the JSON object"
        case .textAfter:
            return "not a marker for Flux: other text follows the JSON object"
        case .valueNotString(let key):
            return "not a marker for Flux: the value of `\(key)` is no string"
        case .value(let value):
            return "not a marker for Flux: `\(value)` is not `namespace:name`, alone or with "
                + "`:tag`, `:name` or `:digest`"
        }
    }

    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        .repairing(marker, in: model)
    }
}
