import ManifestFacts
import RepositoryLinking

/// Flags markers with a misspelled key.
struct MarkerMisspelled: MarkerRule {
    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard case .misspelledKey(let key) = marker.reading else { return nil }
        return "not a marker for Flux: the key is `$imagepolicy`, not `\(key)`"
    }

    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard case .misspelledKey(let key) = marker.fact.reading else { return nil }
        return .respelling(key, of: marker.fact)
    }
}
