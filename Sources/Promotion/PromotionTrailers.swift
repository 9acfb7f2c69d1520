/// The last lines of a promotion's commit message, by which its commits are recognized.
struct PromotionTrailers: Hashable {
    let source: String
    let target: String
    let images: Set<String>
    /// The id of the commit's tree, as it was made.
    let tree: String?

    init(source: String, target: String, images: Set<String>, tree: String? = nil) {
        self.source = source
        self.target = target
        self.images = images
        self.tree = tree
    }

    /// Whether both promote the same images between the same environments.
    func isAlike(_ other: PromotionTrailers?) -> Bool {
        source == other?.source && target == other?.target && images == other?.images
    }

    static func line(ofTree tree: String) -> String { "\(treeKey): \(tree)\n" }

    /// Nil for a message without them.
    init?(message: String) {
        var values: [String: [String]] = [:]
        for line in message.split(separator: "\n") {
            for key in [Self.sourceKey, Self.targetKey, Self.imageKey, Self.treeKey]
            where line.hasPrefix(key + ": ") {
                values[key, default: []].append(String(line.dropFirst(key.count + 2)))
            }
        }
        guard let source = values[Self.sourceKey]?.last, let target = values[Self.targetKey]?.last,
            let images = values[Self.imageKey]
        else { return nil }
        self.init(
            source: source, target: target, images: Set(images), tree: values[Self.treeKey]?.last)
    }

    var text: String {
        "\(Self.sourceKey): \(source)\n\(Self.targetKey): \(target)\n"
            + images.sorted().map { "\(Self.imageKey): \($0)\n" }.joined()
    }

    private static let sourceKey = "Promoted-from"
    private static let targetKey = "Promoted-to"
    private static let imageKey = "Promoted-image"
    private static let treeKey = "Promoted-tree"
}
