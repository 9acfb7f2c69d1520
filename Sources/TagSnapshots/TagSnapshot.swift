import ImageReferences

/// The tags that registries listed for images, each at its time.
///
/// Images ascend by the bytes of their names, and each is there once.
package struct TagSnapshot: Hashable, Sendable {
    package let images: [ScannedImage]
    private let placesByName: [String: Int]
    /// The digests of single tags whose images were not listed, by canonical name.
    private var askedDigests: [String: [String: String]] = [:]

    package static let empty = TagSnapshot(placed: [:])

    package init(_ images: [ScannedImage]) throws(TagSnapshotError) {
        var placed: [String: ScannedImage] = [:]
        for image in images {
            guard let repository = Repository(nameIn: image.name) else {
                throw .badImage(image.name)
            }
            let former = placed.updateValue(image, forKey: repository.canonicalName)
            guard former == nil else { throw .repeatedImage(image.name) }
        }
        self.init(placed: placed)
    }

    private init(placed: [String: ScannedImage]) {
        let ascending = placed.sorted {
            $0.value.name.utf8.lexicographicallyPrecedes($1.value.name.utf8)
        }
        images = ascending.map(\.value)
        placesByName = Dictionary(
            uniqueKeysWithValues: ascending.enumerated().map { ($1.key, $0) })
    }

    /// The tags of an image, by its canonical name.
    package func image(canonicalName: String) -> ScannedImage? {
        placesByName[canonicalName].map { images[$0] }
    }

    /// The tags of an image, however it is written; a tag or digest is left out.
    package func image(named name: String) -> ScannedImage? {
        Repository(nameIn: name).flatMap { image(canonicalName: $0.canonicalName) }
    }
}

extension TagSnapshot {
    /// Whether it tells of any tag what it points at.
    package var knowsDigests: Bool {
        !askedDigests.isEmpty || images.contains { !$0.digests.isEmpty }
    }

    /// The digest of a tag when it was last asked for.
    package func digest(of tag: String, canonicalName: String) -> String? {
        askedDigests[canonicalName]?[tag] ?? image(canonicalName: canonicalName)?.digests[tag]
    }

    /// Notes what a tag points at now.
    package mutating func note(_ digest: String, of tag: String, canonicalName: String) {
        askedDigests[canonicalName, default: [:]][tag] = digest
    }
}

/// The tags that a registry listed for one image.
package struct ScannedImage: Hashable, Sendable {
    /// Registry and path in full, such as `docker.io/library/nginx`.
    package let name: String
    /// When it was asked: RFC 3339, in UTC.
    package let time: String
    /// All of them, ascending by bytes, also those that an ImageRepository excludes.
    package let tags: [String]
    /// The digests of tags, by tag; not of all tags.
    package let digests: [String: String]
    /// When what tags point at was built, as it says itself, by tag; not of all tags.
    package let buildTimes: [String: String]

    package init(
        name: String, time: String, tags: [String], digests: [String: String] = [:],
        buildTimes: [String: String] = [:]
    ) {
        self.name = name
        self.time = time
        self.tags = Set(tags).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        self.digests = digests
        self.buildTimes = buildTimes
    }
}
