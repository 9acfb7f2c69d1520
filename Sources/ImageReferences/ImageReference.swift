/// An image reference as written, split into its parts.
///
/// ```
/// reference = [registry "/"] repository [":" tag] ["@" digest]
/// ```
/// Splitting never fails; errors in the parts are in `problems`. A part that a template fills in
/// is *unknown*: neither present nor absent, and without problems. One reading is a convention: a
/// template directly after a colon is a tag, not a port.
package struct ImageReference: Hashable, Sendable {
    /// The rule by which the first component of a name is a registry.
    package enum RegistryConvention: Hashable, Sendable {
        /// A registry contains `.` or `:` or is `localhost`: containerd and the kubelet
        /// (distribution/reference, `splitDockerDomain`).
        case containerRuntime
        /// A registry contains `.` or `:`, so that `localhost/app` is on Docker Hub: `spec.image`
        /// of an ImageRepository (go-containerregistry, `name.NewRepository`, weak validation).
        case fluxRepository
    }

    /// The parts of a reference that a text consists of.
    package enum Extent: Hashable, Sendable {
        case whole
        /// The part after the name: `tag ["@" digest]`.
        case tag
        case digest
    }

    package let text: String
    package let registry: ReferencePart
    /// The path inside the registry; `library/` only if written.
    package let repository: ReferencePart
    package let tag: ReferencePart
    /// With its algorithm, without the `@`.
    package let digest: ReferencePart
    /// In the order of their ranges.
    package let problems: [ReferenceProblem]

    package init(
        _ text: String, extent: Extent = .whole, convention: RegistryConvention = .containerRuntime
    ) {
        let splitter = ReferenceSplitter(text, convention: convention)
        let parts = splitter.parts(extent)
        self.text = text
        registry = parts.registry
        repository = parts.repository
        tag = parts.tag
        digest = parts.digest
        problems = ReferenceValidator(
            bytes: splitter.bytes, parts: parts, convention: convention
        ).problems()
    }

    /// Returns the tag of a reference, which may be invalid.
    package static func tag(in text: String, extent: Extent = .whole) -> ReferencePart {
        ReferenceSplitter(text, convention: .containerRuntime).parts(extent).tag
    }

    /// Returns why Flux rejects a text as the image of an ImageRepository; nil if it is valid.
    package static func problem(inRepositoryImage text: String) -> ReferenceProblem? {
        let reference = ImageReference(text, convention: .fluxRepository)
        return reference.problems.first { problem in
            switch problem.reason {
            // Flux requires of a registry's name only that it may occur in a URL.
            case .illegalCharacter(_, part: .registry): false
            case .misplacedSeparator: reference.registry.range?.overlaps(problem.range) != true
            default: true
            }
        }
    }

    /// Whether a template fills in any part of the text.
    package var isTemplated: Bool {
        [registry, repository, tag, digest].contains { $0.isUnknown }
    }
}

/// One part of an image reference.
///
/// Ranges are UTF-8 offsets within the reference's text.
package enum ReferencePart: Hashable, Sendable {
    case absent
    case known(String, at: Range<Int>)
    /// A template is in the range, or may expand to text that contains the part.
    case unknown(at: Range<Int>)

    package var isAbsent: Bool { self == .absent }

    package var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    package var text: String? {
        if case .known(let text, _) = self { text } else { nil }
    }

    package var range: Range<Int>? {
        switch self {
        case .absent: nil
        case .known(_, let range), .unknown(let range): range
        }
    }
}
