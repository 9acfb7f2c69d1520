import Kustomize
package import ManifestFacts
import SourceText

/// A workload of one cluster, or another object that images stand in.
package struct Workload: Hashable, Sendable {
    /// The directory that `flux bootstrap` made for the cluster, else the directory of the outermost
    /// thing that builds it.
    package let cluster: String
    package let kind: String
    /// In the cluster; nil where nothing gives it one.
    package let namespace: String?
    /// In the cluster, or as written where that is not known.
    package let name: String

    package init(cluster: String, kind: String, namespace: String?, name: String) {
        self.cluster = cluster
        self.kind = kind
        self.namespace = namespace
        self.name = name
    }
}

/// An image of one workload in one cluster.
package struct WorkloadImage: Sendable {
    /// The image, as far as the repository tells it.
    package enum Version: Hashable, Sendable {
        case runs(FinalImage)
        /// With the image as written, and why that may be another.
        case unknown(FinalImage, reason: String)

        package var image: FinalImage {
            switch self {
            case .runs(let image), .unknown(let image, _): image
            }
        }
    }

    package let workload: Workload
    /// Where it is deployed, in reading order.
    package let environments: [String]
    package let version: Version
    /// The object as written, and its file.
    package let object: ObjectIdentity?
    package let path: String
    /// Whether a manifest has an image there, and not a marker alone.
    package let isImage: Bool
    let written: Placed<ImageFact>?
    let holder: String?
    /// The setter of a marker that stands alone.
    let setter: String?
}

extension RepositoryModel {
    /// Every image of every workload of every cluster, in the order of the files.
    ///
    /// Cost: linear in the ways of building each object.
    package var workloadImages: [WorkloadImage] {
        var collector = WorkloadCollector(of: self)
        return collector.images()
    }

    /// The name of the container, or the keys of the values, that an image is in; empty where
    /// nothing tells.
    ///
    /// Cost: parses the object's file.
    package func container(of image: WorkloadImage) -> String {
        if let setter = image.setter { return setter }
        return (image.holder ?? holder(of: image)).map(Self.containerName) ?? ""
    }

    private func holder(of image: WorkloadImage) -> String? {
        guard let written = image.written, let identity = image.object,
            let file = file(at: image.path)
        else { return nil }
        let root = ObjectFact.roots(in: file.facts.source)
            .first { $0.object.span.contains(written.fact.span) }?.root
        guard let root,
            let text = try? BuiltText(.written(root, in: TextOrigin(file)), of: identity)
        else { return nil }
        return text.images.first { Set(text.places(of: $0)) == Set(written.places) }
            .map(text.holder)
    }

    /// The last name of a list's item; of values all keys.
    private static func containerName(_ holder: String) -> String {
        let parts = holder.split(separator: "/")
        if parts.first == "spec", parts.dropFirst().first == "values" {
            return parts.dropFirst().joined(separator: ".")
        }
        return parts.last.map(String.init) ?? ""
    }
}
