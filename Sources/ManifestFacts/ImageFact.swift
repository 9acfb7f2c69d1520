package import ImageReferences
package import SourceText
package import YAMLSyntax

/// One place that says which image runs, by one scalar or by several fields.
package struct ImageFact: Sendable {
    /// What kind of place it is.
    package enum Use: Hashable, Sendable {
        /// A container of a pod, or a Tekton step or sidecar.
        case container
        /// A pod's image volume.
        case volume
        /// An entry of `images` in a kustomization or a Flux Kustomization.
        case override
        /// The values of a HelmRelease.
        case helmValue
    }

    package let use: Use
    /// Whether one scalar holds the whole reference, so that what it lacks is nowhere else.
    package let isWhole: Bool
    /// Whether it stands where kustomize's `images` entries change it: in a list `containers` or
    /// `initContainers`, or in a volume.
    package let takesEntries: Bool
    /// Registry and path, joined if they are apart.
    package let repository: ImagePart
    package let tag: ImagePart
    package let digest: ImagePart
    /// What the grammar of references refuses.
    package let problems: [ImageProblem]
    /// How YAML reads the tag's scalar, where the tag has a scalar of its own without quotes.
    package let plainTagType: PlainScalarType?
    /// The scalar that holds the tag and nothing but the tag, where the parts are apart.
    package let tagScalar: SourceSpan?
    /// The scalars that hold the parts, as written, ascending; never empty.
    package let scalars: [SourceSpan]
    /// The image that an override applies to: the `name` of its entry.
    package let overriddenName: LocatedText?
    /// Nil where the file declares no object.
    package let object: ObjectIdentity?

    /// The first scalar: the whole reference, if one holds it.
    package var span: SourceSpan { scalars[0] }

    /// The scalar that holds a part or a problem.
    package func scalar(holding part: SourceSpan) -> SourceSpan {
        scalars.first { $0.contains(part) } ?? span
    }

    /// `repository:tag@digest` as far as it is known, for messages.
    package var text: String {
        let name = repository.text ?? overriddenName?.text ?? "…"
        let tag = tag.isAbsent ? "" : ":" + (tag.text ?? "…")
        let digest = digest.isAbsent ? "" : "@" + (digest.text ?? "…")
        return name + tag + digest
    }
}

/// One part of an image reference, with its place in the file.
package enum ImagePart: Hashable, Sendable {
    case absent
    case known(String, at: SourceSpan)
    /// A template stands in it, or may bring it along.
    case unknown(at: SourceSpan)

    package var isAbsent: Bool { self == .absent }

    package var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    package var text: String? {
        if case .known(let text, _) = self { text } else { nil }
    }

    package var span: SourceSpan? {
        switch self {
        case .absent: nil
        case .known(_, let span), .unknown(let span): span
        }
    }
}

/// What is wrong with an image reference, with its place in the file.
package struct ImageProblem: Hashable, Sendable {
    package let problem: ReferenceProblem
    package let span: SourceSpan
    /// What is no good: the scalar as a whole, or the digest in it.
    package let extent: ImageReference.Extent
    /// The text of that.
    package let text: String
}
