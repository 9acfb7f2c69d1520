import TagSnapshots

/// How many of the tags that an image had are gone.
enum TagLoss: Hashable, Sendable {
    case counted(lost: Int, former: Int)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)

    /// - Parameter former: What registries had when they were asked last; nil where that is not
    ///   given. An image that it lacks has lost nothing.
    init(of image: String, from former: TagSnapshot?, to source: TagSource) {
        guard let former else {
            self = .unknown("`--last-tags` is not given")
            return
        }
        guard case .snapshot(let latter, _) = source else {
            self = .unknown("clusters do not tell tags")
            return
        }
        let tags = former.image(named: image)?.tags ?? []
        let left = Set(latter.image(named: image)?.tags ?? [])
        self = .counted(lost: tags.count { !left.contains($0) }, former: tags.count)
    }
}
