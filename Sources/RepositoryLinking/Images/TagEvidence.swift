package import ImageReferences
import ManifestFacts
import TagSnapshots

extension RepositoryModel {
    /// Judges a tag by its form, by what is published of the image, by what registries listed, and
    /// by the policies and tags that the repository has for the same image.
    package func mobility(of tag: Tag, image: ImageName?) -> TagMobility {
        let mobility = tag.mobility(ofImage: image?.canonical)
        guard mobility == .unknown, let name = image?.canonical else { return mobility }
        return tags.mobility(of: tag, canonicalName: name)
            ?? tagEvidence.mobility(of: tag, canonicalName: name)
    }

    private var tagEvidence: TagEvidence {
        knownTagEvidence.value { TagEvidence(self) }
    }
}

extension TagSnapshot {
    /// Nil for an image without a list of tags.
    fileprivate func mobility(of tag: Tag, canonicalName: String) -> TagMobility? {
        guard let image = image(canonicalName: canonicalName) else { return nil }
        let numbers = tag.leadingNumbers
        let longer = image.tags.filter { other in
            let others = Tag(other).leadingNumbers
            return others.count > numbers.count && others.starts(with: numbers)
        }
        if let later = longer.first(where: { Tag($0).isLaterRelease }) {
            return .moves("its registry lists `\(later)` as well")
        }
        return longer.isEmpty && image.tags.contains(tag.text) ? .fixed : nil
    }
}

/// How the tags of images look in a repository's manifests and policies.
struct TagEvidence: Sendable {
    /// By series, see `Tag.series(of:)`: a deployed tag of a later release with the most numbers.
    private var longestTags: [String: Tag] = [:]
    private var policies: [String: [LinkedPolicy]] = [:]

    /// Cost: linear in the number of images and policies.
    fileprivate init(_ model: RepositoryModel) {
        for image in model.images {
            guard let tag = image.fact.tag.text.map({ Tag($0) }), let name = image.name?.canonical,
                tag.isLaterRelease,
                tag.leadingNumbers.count > longestTags[tag.series(of: name)]?.leadingNumbers.count
                    ?? 1
            else { continue }
            longestTags[tag.series(of: name)] = tag
        }
        for policy in model.policyLinks.policies {
            guard let name = policy.imageName?.canonical else { continue }
            policies[name, default: []].append(policy)
        }
    }

    /// A policy that takes the tag orders such numbers; a tag with more numbers shows that this one
    /// is short of a release.
    fileprivate func mobility(of tag: Tag, canonicalName: String) -> TagMobility {
        if policies[canonicalName]?.contains(where: { $0.admits(tag.text) == true }) ?? false {
            return .fixed
        }
        guard let longest = longestTags[tag.series(of: canonicalName)],
            longest.leadingNumbers.count > tag.leadingNumbers.count
        else { return .unknown }
        return .moves("the repository also deploys `\(longest.text)` of this image")
    }
}

extension Tag {
    /// `0.4` and `v0.2.19` of one image need not be versions of one line.
    fileprivate func series(of image: String) -> String {
        image + ":" + text.prefix { !$0.isASCII || !$0.isNumber }
    }

    /// Whether the version ends in another number than 0: `1.4.0` may be all that there is of 1.4.
    fileprivate var isLaterRelease: Bool {
        leadingNumbers.last.map { $0.contains { $0 != "0" } } ?? false
    }
}
