import RepositoryLinking
package import TagSnapshots

/// Tags that the user gives to choose from.
package enum GivenTags: Hashable, Sendable {
    /// One list, for whatever is asked about.
    case list([String])
    /// The tags that registries listed, by image.
    case snapshot(TagSnapshot)

    /// Reads a file of either kind: a snapshot is a JSON object, and no tag begins with a brace.
    package init(_ bytes: [UInt8]) throws {
        self =
            TagSnapshot.isBegun(by: bytes)
            ? .snapshot(try TagSnapshot(json: bytes)) : .list(try TagList(bytes).tags)
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

/// The tags in a file of the user, one on each line.
///
/// A line ends in LF or CR LF, and everything else on it belongs to its tag: nothing is trimmed.
/// Empty lines are no tags. Order and repetitions are kept.
package struct TagList: Hashable, Sendable {
    package let tags: [String]

    package init(_ bytes: [UInt8]) throws(TagListError) {
        var tags: [String] = []
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let isEnded = line.endIndex < bytes.endIndex
            let text = isEnded && line.last == 0x0D ? line.dropLast() : line
            if text.isEmpty { continue }
            guard let tag = String(validating: text, as: UTF8.self) else {
                throw TagListError(line: number)
            }
            tags.append(tag)
        }
        self.tags = tags
    }
}

/// Why a file is no list of tags.
package struct TagListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1, that is not UTF-8.
    package let line: Int

    package var description: String { "line \(line) is not UTF-8, as every tag is" }
}
