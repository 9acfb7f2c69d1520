package import Configuration

/// The options of a promotion.
package struct PromotionOptions: Sendable {
    /// The names of environments.
    package var source: String
    package var target: String
    /// The images by name; nil for all that run in both environments.
    package var images: [String]?
    /// The image's name in the target, where that is another; goes with a single image.
    package var otherName: String?
    /// The branch that the promotion is for.
    package var base: String
    package var isDryRun: Bool
    /// Nil where the day is not known.
    package var today: CalendarDay?

    package init(
        from source: String, to target: String, images: [String]?, otherName: String? = nil,
        base: String, isDryRun: Bool = false, today: CalendarDay? = nil
    ) {
        self.source = source
        self.target = target
        self.images = images
        self.otherName = otherName
        self.base = base
        self.isDryRun = isDryRun
        self.today = today
    }
}
