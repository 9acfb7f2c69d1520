import ImageReferences
import SourceText
import YAMLSyntax

extension ImageFact {
    /// The reference that one scalar holds; nil for none and for an empty one, which says nothing.
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

    /// The fields of an image whose parts are apart; nil if none of them says anything.
    init?(split fields: ImageFields, use: Use, object: ObjectIdentity?) {
        let name = ReferenceScalar(fields.repository)
        let tagged = ReferenceScalar(fields.tag, extent: .tag)
        let pinned = ReferenceScalar(fields.digest, extent: .digest)
        let parts = [name, tagged, pinned].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        self.use = use
        isWhole = false
        takesEntries = false
        repository = Self.joined(registry: fields.registry, name: name)
        tag = Self.firstPart(\.tag, of: [tagged, name])
        digest = Self.firstPart(\.digest, of: [pinned, tagged, name])
        problems = parts.flatMap(\.problems)
        plainTagType = tagged?.plainType
        tagScalar = tagged?.node.span
        scalars = parts.map(\.node.span).sorted { $0.lowerBound < $1.lowerBound }
        overriddenName = LocatedText(fields.overriddenName)
        self.object = object
    }

    private static func firstPart(
        _ part: KeyPath<ImageReference, ReferencePart>, of scalars: [ReferenceScalar?]
    ) -> ImagePart {
        for case let scalar? in scalars {
            let found = scalar.part(scalar.reference[keyPath: part])
            if !found.isAbsent { return found }
        }
        return .absent
    }

    private static func joined(registry: YAMLNode?, name: ReferenceScalar?) -> ImagePart {
        guard let name else { return .absent }
        guard let registry = LocatedText(registry), !registry.text.isEmpty,
            case .known(let path, let span) = name.repository
        else { return name.repository }
        let isKnown = NamePattern(registry.text).isLiteral
        return isKnown ? .known("\(registry.text)/\(path)", at: span) : .unknown(at: span)
    }
}

/// The scalars of an image whose parts are apart.
struct ImageFields {
    var registry: YAMLNode?
    var repository: YAMLNode?
    var tag: YAMLNode?
    var digest: YAMLNode?
    var overriddenName: YAMLNode?
}

/// A scalar read as an image reference, or as the part of one.
private struct ReferenceScalar {
    /// The scalar itself where an alias stands for it.
    let node: YAMLNode
    let reference: ImageReference
    private let extent: ImageReference.Extent

    /// Nil for no scalar and for an empty one, which leaves the part to the chart.
    init?(_ node: YAMLNode?, extent: ImageReference.Extent = .whole) {
        guard let node, let text = LocatedText(node)?.text, !text.isEmpty else { return nil }
        self.node = node.resolved
        self.extent = extent
        reference = ImageReference(text, extent: extent)
    }

    var repository: ImagePart {
        let registry = reference.registry
        guard !registry.isUnknown, !reference.repository.isUnknown else {
            return .unknown(at: node.span)
        }
        guard case .known(let path, let range) = reference.repository else { return .absent }
        let name = registry.text.map { "\($0)/\(path)" } ?? path
        let lower = registry.range?.lowerBound ?? range.lowerBound
        return .known(name, at: span(of: lower..<range.upperBound))
    }

    func part(_ part: ReferencePart) -> ImagePart {
        switch part {
        case .absent: .absent
        case .known(let text, let range): .known(text, at: span(of: range))
        case .unknown(let range): .unknown(at: span(of: range))
        }
    }

    var problems: [ImageProblem] {
        reference.problems.map { problem in
            let digest = problem.concernsDigest ? reference.digest.text : nil
            return ImageProblem(
                problem: problem, span: span(of: problem.range),
                extent: digest == nil ? extent : .digest, text: digest ?? reference.text)
        }
    }

    var plainType: PlainScalarType? {
        guard node.scalarStyle == .plain, node.tag == nil else { return nil }
        return plainScalarType(of: reference.text, schema: .yaml11)
    }

    /// Where the range of the reference stands: the whole scalar where escapes hide it.
    private func span(of range: Range<Int>) -> SourceSpan {
        guard let written = node.textSpan else { return node.span }
        return SourceSpan(
            written.lowerBound + range.lowerBound, written.lowerBound + range.upperBound)
    }
}
