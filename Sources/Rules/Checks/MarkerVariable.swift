import ManifestFacts
import RepositoryLinking

/// Flags markers that name their policy through a variable.
struct MarkerVariable: MarkerRule {
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard marker.isSeen, case .variable(let value) = marker.reading else { return nil }
        return
            "nothing substitutes the variable in `\(value)`, so Flux never updates this value: it "
            + "reads comments as they are in Git; write the policy's namespace and name"
    }
}
