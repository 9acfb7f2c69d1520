import Kustomize
import ManifestFacts

extension BuildGraph {
    /// More builds than these leave the labels open.
    private static let labelLimit = 2048

    /// The labels of an object as built; nil where they are not known.
    func labels(of object: EffectiveObject) -> [String: EffectiveText]? {
        let written = object.document?["metadata"]?["labels"]
        if case .unknown? = written { return nil }
        guard let added = object.build.map(addedLabels) ?? [:] else { return nil }
        let texts = (written?.texts ?? [:]).mapValues { EffectiveText($0) }
        return texts.merging(added) { $1 }.mapValues { label in
            guard case .pattern(let text) = label, label != .unknown else { return label }
            return object.substituted(text).map { EffectiveText($0) } ?? .unknown
        }
    }

    /// The labels that kustomizations add on the way to the root, the outermost last.
    ///
    /// A label that only some ways add is unknown.
    private func addedLabels(of build: Int) -> [String: EffectiveText]? {
        var labels: [String: EffectiveText] = [:]
        var isOnlyWay = true
        var seen: Set<Int> = [build]
        var queue = [build]
        while let next = queue.popLast() {
            for (key, value) in kustomize.nodes[builds[next].directory].step.labels {
                labels[key] = isOnlyWay ? EffectiveText(value) : .unknown
            }
            let ways = builds[next].parents.count + (builds[next].scopes.isEmpty ? 0 : 1)
            isOnlyWay = isOnlyWay && ways < 2
            for parent in builds[next].parents where seen.insert(parent).inserted {
                queue.append(parent)
            }
            if seen.count > Self.labelLimit { return nil }
        }
        return labels
    }
}
