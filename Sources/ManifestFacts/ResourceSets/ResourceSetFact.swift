package import SourceText
package import YAMLSyntax

/// A ResourceSet of Flux Operator: templates of objects, which are made once for each set of
/// inputs.
package final class ResourceSetFact: Sendable {
    /// Whether the objects are known.
    package enum Rendering: Sendable {
        /// The facts of the objects of each set of inputs, in their order.
        case known([FileFacts])
        /// With the reason: one clause, lower case, no full stop.
        case unknown(String)
    }

    package let object: ObjectFact
    package let root: YAMLNode
    package let rendering: Rendering
    /// The scalars of templates in which inputs are filled in, ascending.
    package let filledIn: [SourceSpan]

    /// Where its inputs are written.
    package let inputs: SourceSpan?

    /// Nil for an object of another kind.
    init?(_ object: ObjectNode, in source: [UInt8]) {
        guard object.identity.isResourceSet else { return nil }
        self.object = object.fact
        root = object.root
        inputs = object.root[path: "spec", "inputs"]?.span
        let templates = ResourceSetTemplates(object.root)
        filledIn = templates.filledIn
        do throws(ResourceSetObstacle) {
            rendering = .known(
                try templates.render().map { FileFacts(rendered: $0, in: source) })
        } catch {
            rendering = .unknown(error.description)
        }
    }

    /// Whether all objects that it makes are known, as far as the file tells.
    package var isComplete: Bool {
        guard case .known = rendering else { return false }
        let steps = root[path: "spec", "steps"].map { Array($0.items) } ?? []
        return (steps + [root["spec"]].compactMap(\.self)).allSatisfy {
            $0["resourcesTemplate"] == nil
        }
    }

    /// The facts of its objects; none where they are not known.
    package var renderings: [FileFacts] {
        if case .known(let facts) = rendering { facts } else { [] }
    }

    /// Whether a part of the file is in a template of objects that are known.
    func renders(_ span: SourceSpan) -> Bool {
        renderings.contains { $0.objects.contains { $0.span.contains(span) } }
    }

    /// Whether an edit would change a scalar in which inputs are filled in.
    package func isFilledIn(_ span: SourceSpan) -> Bool {
        filledIn.contains { $0.lowerBound < span.upperBound && span.lowerBound < $0.upperBound }
    }
}

extension FileFacts {
    /// Whether an edit would change a scalar in which a ResourceSet fills in inputs.
    package func isFilledIn(_ span: SourceSpan) -> Bool {
        resourceSets.contains { $0.isFilledIn(span) }
    }
}

extension ObjectIdentity {
    package var isResourceSet: Bool {
        kind == FluxKind.resourceSet.rawValue && group == FluxKind.resourceSet.group
    }
}

/// Why the objects of a ResourceSet are not known.
enum ResourceSetObstacle: Error, CustomStringConvertible {
    case inputProviders
    case combined
    case unreadableInputs
    case tooMany(limit: Int)

    var description: String {
        switch self {
        case .inputProviders: "its inputs come from a ResourceSetInputProvider"
        case .combined: "its inputs are combined by a strategy that is not followed"
        case .unreadableInputs: "its inputs are not written out"
        case .tooMany(let limit): "its templates make more than \(limit) nodes"
        }
    }
}
