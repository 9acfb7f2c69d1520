import RegistryAccess
import RepositoryLinking
import SourceText

/// One image of a source environment and its places in the target, before a registry is asked.
struct PromotionCandidate {
    /// Registry and path in full.
    let name: String
    let source: ImageVersion
    let sourcePlace: SourceLocation
    let identity: String
    let targetTag: String?
    /// Of the target; never empty.
    let placements: [ImagePlacement]
    let registryImage: RegistryImage
    let targetRegistryImage: RegistryImage
}
