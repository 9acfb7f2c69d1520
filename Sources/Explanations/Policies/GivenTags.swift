import RepositoryLinking
package import TagSnapshots

/// Tags that the user gives to choose from.
package enum GivenTags: Hashable, Sendable {
    /// One list, for whatever is asked about.
    case list([String])
    /// The tags that registries listed, by image.
    case snapshot(TagSnapshot)

    /// Reads a file of either kind: a snapshot is a JSON object, and no tag begins with a brace.
    package init(_ bytes: [UInt8]) throws(GivenTagsError) {
        if TagSnapshot.isBegun(by: bytes) {
            do { self = .snapshot(try TagSnapshot(json: bytes)) } catch { throw .snapshot(error) }
        } else {
            do { self = .list(try TagList(bytes).tags) } catch { throw .list(error) }
        }
    }

    /// The tags of an image; none where a snapshot does not contain it.
    func tags(of image: ImageName?) -> [String] {
        switch self {
        case .list(let tags): tags
        case .snapshot(let snapshot):
            image.flatMap { snapshot.image(canonicalName: $0.canonical) }?.tags ?? []
        }
    }
}

/// Why a file contains no tags.
package enum GivenTagsError: Error, Hashable, Sendable {
    case list(TagListError)
    case snapshot(TagSnapshotError)
}

extension GivenTagsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .list(let error): "\(error)"
        case .snapshot(let error): "\(error)"
        }
    }
}
