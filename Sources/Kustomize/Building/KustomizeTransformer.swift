import SourceText

/// The last change of a kustomization to the objects that pass it: an entry of `transformers`, or a
/// feature that is not followed to its value.
package final class KustomizeTransformer: Sendable {
    package enum Change: Sendable {
        case affixes(prefix: String, suffix: String)
        case namespace(String, onlyWhereAbsent: Bool)
        case labels([String: String])
        case annotations([String: String])
        case patch(KustomizePatch)
        /// Anything of that may be changed.
        case doubt(Uncertainty)
        /// The value at the end of a path of keys may be changed, where there is one.
        case doubtAt([String])
    }

    /// The identity of a transformer.
    package struct Identity: Hashable {
        let location: SourceLocation
        let number: Int
    }

    let change: Change
    /// Which objects; empty for all.
    private let targets: [PatchTarget]
    /// Why what it makes is not known: one clause, lower case, no full stop.
    private let reason: String
    private let identity: Identity

    init(_ change: Change, of targets: [PatchTarget], reason: String, _ identity: Identity) {
        self.change = change
        self.targets = targets
        self.reason = reason
        self.identity = identity
    }

    func apply(to object: inout ObjectState) {
        guard targets.isEmpty || targets.contains(where: { $0.selects(object) != false }) else {
            return
        }
        switch change {
        case .affixes(let prefix, let suffix):
            object.rename(to: prefix + object.name + suffix)
        case .namespace(let namespace, let onlyWhereAbsent):
            if !onlyWhereAbsent || object.namespace == nil { object.move(to: namespace) }
        case .labels(let labels): object.add(labels: labels)
        case .annotations(let annotations): object.add(annotations: annotations)
        case .patch(let patch): patch.apply(to: &object)
        case .doubt(let unknown): object.add(unknown, reason: reason)
        case .doubtAt(let path): object.doubt(path, reason: reason)
        }
    }

    /// Whether names and labels are all that it changes.
    package var leavesContent: Bool {
        switch change {
        case .affixes, .namespace, .labels, .annotations: true
        case .patch, .doubt, .doubtAt: false
        }
    }

    /// Whether objects of Flux can be concerned, which are always built.
    var concernsFlux: Bool {
        if case .patch(let patch) = change { return patch.concernsFlux }
        return targets.isEmpty || targets.contains { $0.kinds.canSelectFlux }
    }
}

extension KustomizeTransformer: Hashable {
    package static func == (left: KustomizeTransformer, right: KustomizeTransformer) -> Bool {
        left === right || left.identity == right.identity
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
