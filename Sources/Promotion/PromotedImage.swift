package import SourceText

/// One image on its way from one environment to another.
package struct PromotedImage: Sendable {
    /// A place of the target that names the version, and its text before and after.
    package struct Change: Hashable, Sendable {
        package let place: SourceLocation
        package let line: Int
        package let before: String
        package let after: String
    }

    /// The version that the source runs, with the digest that its registry gives.
    package let source: ImageVersion
    /// The place in the source that names it.
    package let sourcePlace: (path: String, line: Int)
    /// Text that both environments share.
    package let identity: String
    /// The version that the target gets, with the same digest.
    package let target: ImageVersion
    /// The versions that the target runs before, ascending; more than one after a promotion that
    /// did not reach all its places.
    package let replaced: [ImageVersion]
    /// In the order of their places; none where the target has the version already.
    package let changes: [Change]
    /// Since when the source has named the version; nil where the clone does not tell.
    package let tested: Tested?
    /// The commit that brought the version which the target runs before.
    package let previousCommit: String?
    /// Whether its tag is older than one that it replaces.
    package let isOlder: Bool

    package struct Tested: Hashable, Sendable {
        package let commit: String
        package let author: String
        /// As in `2026-11-24`, in UTC.
        package let day: String
    }

    /// The last part of the image's name.
    package var shortName: String {
        target.name.split(separator: "/").last.map(String.init) ?? target.name
    }
}
