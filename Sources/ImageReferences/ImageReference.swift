/// An image reference as somebody wrote it, split into its parts.
///
/// ```
/// reference = [registry "/"] repository [":" tag] ["@" digest]
/// ```
/// Splitting never fails: what is wrong with the parts is in `problems`. What a template fills in
/// is *unknown*: it is neither there nor absent, and nothing is wrong with it. One reading is by
/// convention, not by proof: a template right behind a colon is a tag, not a port.
package struct ImageReference: Hashable, Sendable {
    /// Which first components are registries.
    package enum RegistryConvention: Hashable, Sendable {
        /// With `.` or `:` in it, or `localhost`: containerd and the kubelet
        /// (distribution/reference, `splitDockerDomain`).
        case containerRuntime
        /// With `.` or `:` in it, so that `localhost/app` lives on Docker Hub: `spec.image` of an
        /// ImageRepository (go-containerregistry, `name.NewRepository` with weak validation).
        case fluxRepository
    }

    /// How much of a reference a text holds.
    package enum Extent: Hashable, Sendable {
        case whole
        /// What follows the name: `tag ["@" digest]`.
        case tag
        case digest
    }

    package let text: String
    package let registry: ReferencePart
    /// The path inside the registry, without `library/` unless somebody wrote it.
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

    /// The tag of a reference, without a look at what is wrong with that.
    package static func tag(in text: String, extent: Extent = .whole) -> ReferencePart {
        ReferenceSplitter(text, convention: .containerRuntime).parts(extent).tag
    }

    /// Whether a template fills in any part of the text.
    package var isTemplated: Bool {
        [registry, repository, tag, digest].contains { $0.isUnknown }
    }
}

/// One part of an image reference, as far as the text tells it.
///
/// Ranges are UTF-8 offsets within the reference's text.
package enum ReferencePart: Hashable, Sendable {
    case absent
    case known(String, at: Range<Int>)
    /// A template stands in the range, or could bring the part along with what it stands for.
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
