import UpdateEngine

extension RequestKey {
    private static let kind = "promotion"

    init(_ images: [PromotedImage], to target: String) {
        self.init(
            kind: Self.kind, target: target,
            identities: Dictionary(images.map { ($0.target.name, $0.identity) }) { $1 })
    }

    /// The key of a promotion; nil for that of anything else.
    init?(promotion text: String) {
        self.init(text, kind: Self.kind)
    }
}
