import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags comments with the key `$imagepolicy` that Flux does not accept as markers.
struct MarkerMalformed: MarkerRule {
    func findings(in model: RepositoryModel) -> [Finding] {
        markerFindings(in: model) + model.files.flatMap(bareMarkers)
    }

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .malformed = marker.reading, let fault = marker.reading.fault else { return nil }
        // A comment on a line of its own may be documentation.
        guard !marker.isAlone || marker.evidentlyMeansItsNeighbour else { return nil }
        return "not a marker for Flux: \(fault)"
    }

    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard let bare = marker.fact.bareMarker else { return .repairing(marker, in: model) }
        return .commenting(bare)
    }

    /// Findings about markers that lack their `#`, which break the whole file.
    private func bareMarkers(of file: ManifestFile) -> [Finding] {
        file.facts.bareMarkers.map { bare in
            let missing =
                bare.hasHash ? "there is no blank before its `#`" : "its `#` is missing"
            return finding(
                "not a marker for Flux: \(missing), so the file is not valid YAML, and Flux cannot "
                    + "read anything in it", at: SourceLocation(path: file.path, span: bare.span),
                subject: bare.setter.text, fix: .commenting(bare),
                topic: FindingTopic(bare.setter))
        }
    }
}
