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
}
