import ImageReferences
import SourceText
import YAMLSyntax

extension ImagePart {
    static func first(
        _ part: KeyPath<ImageReference, ReferencePart>, of scalars: [ReferenceScalar?]
    ) -> ImagePart {
        for case let scalar? in scalars {
            let found = scalar.part(scalar.reference[keyPath: part])
            if !found.isAbsent { return found }
        }
        return .absent
    }

    static func joined(registry: YAMLNode?, name: ReferenceScalar?) -> ImagePart {
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
struct ReferenceScalar {
    /// The scalar that an alias refers to.
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

    /// The span of a range of the reference; the whole scalar if escapes hide it.
    private func span(of range: Range<Int>) -> SourceSpan {
        guard let written = node.textSpan else { return node.span }
        return SourceSpan(
            written.lowerBound + range.lowerBound, written.lowerBound + range.upperBound)
    }
}
