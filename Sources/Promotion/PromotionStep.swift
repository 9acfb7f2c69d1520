package import RegistryAccess

/// A step of a promotion while it is carried out.
package struct PromotionStep: Sendable {
    package let words: String
    /// How far a copy between registries is; nil for other steps.
    package let progress: CopyProgress?

    init(_ words: String, progress: CopyProgress? = nil) {
        self.words = words
        self.progress = progress
    }
}
