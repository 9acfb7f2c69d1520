import Kustomize
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags comments that name `$imagepolicy` and that Flux does not take.
struct MarkerMalformed: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerMalformed)

    func findings(in model: RepositoryModel) -> [Finding] {
        markerFindings(in: model) + model.files.flatMap(bareMarkers)
    }

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .malformed = marker.reading, let fault = marker.reading.fault else { return nil }
        // On a line of its own, what would be documentation with a good marker is so with a bad.
        guard !marker.isAlone || marker.evidentlyMeansItsNeighbour else { return nil }
        return "not a marker for Flux: \(fault)"
    }

    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard let bare = marker.fact.bareMarker else { return .repairing(marker, in: model) }
        return .commenting(bare)
    }

    /// Findings for bare markers, which break the whole file.
    private func bareMarkers(of file: ManifestFile) -> [Finding] {
        file.facts.bareMarkers.map { bare in
            let missing =
                bare.hasHash ? "no blank stands in front of its `#`" : "its `#` is missing"
            return Finding(
                rule: Self.definition.id, severity: Self.definition.severity,
                message:
                    "not a marker for Flux: \(missing), so the file is not valid YAML, and Flux "
                    + "cannot read anything in it",
                location: SourceLocation(path: file.path, span: bare.span),
                subject: bare.setter.text, fix: .commenting(bare),
                topic: FindingTopic(policy: "\(bare.setter.namespace)/\(bare.setter.name)"))
        }
    }
}
