package import ManifestFacts
package import SourceText

/// Something of a kustomization that cannot be followed, at the entry that says so.
package struct LinkProblem: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Neither a file nor a directory with a kustomization.
        case missing
        /// A base of another repository.
        case remote
        /// A path that leaves the repository.
        case outside
        /// A directory that brings itself in.
        case cycle
        /// A key of kustomize whose effect is not known.
        case notFollowed(String)
    }

    package let kind: Kind
    package let location: SourceLocation

    package init(kind: Kind, location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}

/// An entry of a kustomization behind which nothing was found that says anything.
package struct UnresolvedEntry {
    package let entry: LocatedText
    package let file: ManifestFile
    /// From the repository's root; nil where it leaves the repository.
    package let path: String?
}
