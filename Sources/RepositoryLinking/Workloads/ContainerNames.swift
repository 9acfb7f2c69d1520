import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// Names the containers that images of a model are in; each file is parsed once.
package struct ContainerNames {
    private let model: RepositoryModel
    /// By path.
    private var roots: [String: [(object: ObjectFact, root: YAMLNode)]] = [:]

    package init(of model: RepositoryModel) {
        self.model = model
    }

    /// The name of the container, or the keys of the values, that an image is in; empty where
    /// nothing tells.
    package mutating func name(of image: WorkloadImage) -> String {
        if let setter = image.setter { return setter }
        return (image.holder ?? holder(of: image)).map(Self.name) ?? ""
    }

    private mutating func holder(of image: WorkloadImage) -> String? {
        guard let written = image.written, let identity = image.object,
            let file = model.file(at: image.path)
        else { return nil }
        let roots = roots[image.path] ?? ObjectFact.roots(in: file.facts.source)
        self.roots[image.path] = roots
        let start = written.fact.span.lowerBound
        let next = roots.partitioned { $0.object.span.lowerBound <= start }
        guard next > 0,
            let text = try? BuiltText(
                .written(roots[next - 1].root, in: TextOrigin(file)), of: identity)
        else { return nil }
        return text.images.first { Set(text.places(of: $0)) == Set(written.places) }
            .map(text.holder)
    }

    /// The last name of a list's item; of values all keys.
    private static func name(of holder: String) -> String {
        let parts = holder.split(separator: "/")
        if parts.first == "spec", parts.dropFirst().first == "values" {
            return parts.dropFirst().joined(separator: ".")
        }
        return parts.last.map(String.init) ?? ""
    }
}

extension Array {
    /// The number of elements in front that a condition holds for; it holds for no later one.
    fileprivate func partitioned(_ isInFront: (Element) -> Bool) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if isInFront(self[middle]) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
