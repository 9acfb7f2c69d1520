package import ImageReferences
package import SourceText
package import YAMLSyntax

/// One place that says which image runs, by one scalar or by several fields.
package final class ImageFact: Sendable {
    /// The kind of field that contains the image.
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
    /// Whether one scalar contains the whole reference, so that what it lacks is nowhere else.
    package let isWhole: Bool
    /// Whether kustomize's `images` entries change it: if it is in a list `containers` or
    /// `initContainers`, or in a volume.
    package let takesEntries: Bool
    /// Registry and path, joined if they are apart.
    package let repository: ImagePart
    package let tag: ImagePart
    package let digest: ImagePart
    /// Violations of the grammar of image references.
    package let problems: [ImageProblem]
    /// How YAML reads the tag's scalar, where the tag has a scalar of its own without quotes.
    package let plainTagType: PlainScalarType?
    /// The scalar that contains only the tag, if the parts of the reference are separate.
    package let tagScalar: SourceSpan?
    /// The scalars that contain the parts, as written, ascending; never empty.
    package let scalars: [SourceSpan]
    /// The image that an override applies to: the `name` of its entry.
    package let overriddenName: LocatedText?
    /// Nil where the file declares no object.
    package let object: ObjectIdentity?

    /// Reads the reference that one scalar contains; nil for none and for an empty one, which says
    /// nothing.
    init?(whole node: YAMLNode, use: Use, takesEntries: Bool = false, object: ObjectIdentity?) {
        guard let scalar = ReferenceScalar(node) else { return nil }
        self.use = use
        isWhole = true
        self.takesEntries = takesEntries
        repository = scalar.repository
        tag = scalar.part(scalar.reference.tag)
        digest = scalar.part(scalar.reference.digest)
        problems = scalar.problems
        plainTagType = nil
        tagScalar = nil
        scalars = [scalar.node.span]
        overriddenName = nil
        self.object = object
    }

    /// Reads the fields of an image whose parts are apart; nil if none of them says anything.
    init?(split fields: ImageFields, use: Use, object: ObjectIdentity?) {
        let name = ReferenceScalar(fields.repository)
        let tagged = ReferenceScalar(fields.tag, extent: .tag)
        let pinned = ReferenceScalar(fields.digest, extent: .digest)
        let parts = [name, tagged, pinned].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        self.use = use
        isWhole = false
        takesEntries = false
        repository = .joined(registry: fields.registry, name: name)
        tag = .first(\.tag, of: [tagged, name])
        digest = .first(\.digest, of: [pinned, tagged, name])
        problems = parts.flatMap(\.problems)
        plainTagType = tagged?.plainType
        tagScalar = tagged?.node.span
        scalars = parts.map(\.node.span).sorted { $0.lowerBound < $1.lowerBound }
        overriddenName = LocatedText(fields.overriddenName)
        self.object = object
    }

    /// The first scalar: the whole reference, if one contains it.
    package var span: SourceSpan { scalars[0] }

    /// The scalar that contains a part or a problem.
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
    /// A template is in it, or may bring it along.
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

/// A problem of an image reference, with its location in the file.
package struct ImageProblem: Hashable, Sendable {
    package let problem: ReferenceProblem
    package let span: SourceSpan
    /// The invalid part: the whole scalar, or the digest in it.
    package let extent: ImageReference.Extent
    /// The text of the invalid part.
    package let text: String
}
