import Configuration
import ImageReferences
import ManifestFacts
import RepositoryLinking
import SemanticVersions
import TagPolicies

/// An image of one object that an update is about to change: what guards judge.
///
/// All markers of one policy in one object of a file belong together, so that no tag is written
/// without its digest, nor the other way round.
struct ImageChange: Sendable {
    let subject: ExemptionSubject
    let image: SelectedImage
    /// Each once; empty where no marker contains one.
    let oldTags: [String]
    /// Whether the digest is written, too, or is there already.
    let holdsDigest: Bool
    /// The policies of the repository that the markers may mean.
    let policies: [LinkedPolicy]
    /// Of its environments; those of the repository where it is in none.
    let limits: [UpdateLimits]
    /// The identities that its environments require.
    let identities: [Identity]
}

extension ImageChange {
    /// How the new tag follows an old one.
    enum Direction: Hashable, Sendable {
        case same
        case newer
        case older
        /// Neither versions nor a policy tell.
        case unknown
    }

    /// By version where both are versions, else by the order of the policies.
    func direction(from old: String) -> Direction {
        if old == image.tag { return .same }
        if let versions = versions(from: old) {
            return versions.new < versions.old ? .older : .newer
        }
        let orders = Set(policies.map { $0.reading.order(from: old, to: image.tag) })
        return orders.count == 1 ? orders.first ?? .unknown : .unknown
    }

    /// Nil where one of them is no version, by itself or as a policy by version reads it.
    func versions(from old: String) -> (old: Precedence, new: Precedence)? {
        let filters = policies.compactMap(\.reading.versionFilter)
        guard let former = Self.version(old, filters), let latter = Self.version(image.tag, filters)
        else { return nil }
        return (former, latter)
    }

    private static func version(_ tag: String, _ filters: [TagFilter]) -> Precedence? {
        let texts = filters.compactMap { $0.value(of: tag) } + [tag]
        for text in texts {
            if let version = try? Version(candidate: text) { return version.precedence }
        }
        return nil
    }
}

extension PolicyReading {
    /// The filter of a policy that compares versions.
    fileprivate var versionFilter: TagFilter? {
        guard case .success(.semver)? = ordering, case .success(let filter?)? = filter else {
            return nil
        }
        return filter
    }

    /// Which of two tags the policy prefers.
    fileprivate func order(from old: String, to new: String) -> ImageChange.Direction {
        guard let selection = selection(from: [old, new]),
            selection.verdicts.allSatisfy(\.isKept), selection.tied.isEmpty
        else { return .unknown }
        return selection.selected == new ? .newer : .older
    }
}
