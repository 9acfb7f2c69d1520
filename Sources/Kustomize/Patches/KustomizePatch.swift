import ManifestFacts
import SourceText
import YAMLSyntax

/// A patch of a kustomization that can change objects of Flux, or images.
package final class KustomizePatch: Hashable, Sendable {
    package enum Content: Sendable {
        /// Strategic merge: each document names its object unless there is a target.
        case merge([BuiltNode])
        case operations([PatchOperation])
        /// Its effect is unknown, with the reason.
        case unreadable(String)
    }

    /// The identity of a patch: an entry of a list, read with one set of variables.
    package struct Identity: Hashable {
        let entry: SourceLocation
        let substitution: Int
    }

    package let target: PatchTarget?
    package let content: Content
    private let identity: Identity
    /// The objects that the documents of a strategic merge patch without a target name.
    private let names: [ObjectState.PatchedName]

    init(_ identity: Identity, target: PatchTarget?, content: Content) {
        self.target = target
        self.content = content
        self.identity = identity
        names =
            if target == nil, case .merge(let documents) = content {
                documents.map(ObjectState.PatchedName.init)
            } else {
                []
            }
    }

    package static func == (left: KustomizePatch, right: KustomizePatch) -> Bool {
        left === right || left.identity == right.identity
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    /// Changes the object if this patch is for it.
    func apply(to object: inout ObjectState) {
        guard let target else { return applyWithoutTarget(to: &object) }
        switch (target.selects(object), content) {
        case (false, _): break
        case (nil, _): object.makeUnknown("the target of a patch cannot be read")
        case (true, .unreadable(let reason)): object.makeUnknown(reason)
        case (true, .merge(let documents)):
            for document in documents { object.merge(document) }
        case (true, .operations(let operations)): object.apply(operations)
        }
    }

    private func applyWithoutTarget(to object: inout ObjectState) {
        switch content {
        case .unreadable(let reason): object.makeUnknown(reason)
        case .operations: break  // kustomize refuses these
        case .merge(let documents):
            for (document, name) in zip(documents, names) where object.isNamed(by: name) {
                object.merge(document)
            }
        }
    }

    /// Whether objects of Flux can be concerned, which are always built.
    package var concernsFlux: Bool {
        if let target { return target.kinds.canSelectFlux }
        guard case .merge(let documents) = content else { return true }
        return documents.contains { document in
            FluxKind.allCases.contains { $0.rawValue == document["kind"]?.text?.text }
        }
    }
}
