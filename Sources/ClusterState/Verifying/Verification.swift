import ManifestFacts
import Reports
import RepositoryLinking

/// Which images are live in one cluster: chosen and committed, committed and applied, applied and
/// running.
package struct Verification: Answer {
    package static let command = "verify"

    /// An image with its answers.
    struct Row: Sendable {
        let image: VerifiedImage
        /// `NAMESPACE/NAME` of the Kustomization; nil where none was found.
        let kustomization: String?
        /// Nil where no policy is followed.
        let committed: Leg?
        let applied: Leg
        let running: Leg

        /// The worst of the three.
        var live: Verdict {
            [committed, applied, running].compactMap { $0?.verdict }.reduce(.yes, Verdict.worse)
        }
    }

    let rows: [Row]
    /// The number of images that are left out, because other clusters of the repository apply them.
    let otherClusters: Int
    package let unread: [(kind: String, reason: String)]
    /// The commit that is verified.
    let revision: String
    private let isStrict: Bool

    /// - Parameters:
    ///   - images: Those that are asked for, of `all`.
    ///   - contents: What registries say, if they are asked.
    ///   - isStrict: Whether an unknown answer is as bad as a no.
    package init(
        of images: [VerifiedImage], among all: [VerifiedImage], at revision: String,
        in cluster: ClusterObjects, _ history: some RepositoryHistory,
        contents: [ImageQuestion: ImageContent] = [:], isStrict: Bool = false
    ) {
        let search = KustomizationSearch(cluster, for: all)
        let versions = VersionsInGit(all)
        var rows: [Row] = []
        var otherClusters = 0
        for image in images {
            let committed = image.committed(cluster)
            switch search.kustomizations(of: image.root) {
            case .otherCluster: otherClusters += 1
            case .unknown(let reason):
                rows.append(
                    Row(
                        image: image, kustomization: nil, committed: committed,
                        applied: .unknown(reason),
                        running: .unknown("nothing is known of who applies it")))
            case .found(let kustomizations):
                let judge = RunningJudge(
                    image: image, cluster: cluster, versions: versions.versions(beside: image),
                    content: image.question.flatMap { contents[$0] })
                rows += kustomizations.map { kustomization in
                    Row(
                        image: image, kustomization: kustomization.title, committed: committed,
                        applied: image.applied(by: kustomization, cluster, history),
                        running: judge.leg(appliedBy: kustomization))
                }
            }
        }
        self.rows = rows
        self.otherClusters = otherClusters
        unread = cluster.unread
        self.revision = revision
        self.isStrict = isStrict
    }

    package func count(_ verdict: Verdict) -> Int { rows.count { $0.live == verdict } }

    package var count: Int { rows.count }

    package var isEmpty: Bool { rows.isEmpty }

    /// Whether every image is live, as far as everything is seen.
    package var isLive: Bool { rows.allSatisfy { $0.live == .yes } }

    package var isValid: Bool { count(.no) == 0 && (!isStrict || count(.unknown) == 0) }
}

/// The versions of an image that Git has for one object.
private struct VersionsInGit {
    private struct Key: Hashable {
        let object: String
        let root: VerifiedImage.Root
        let name: String

        init?(_ image: VerifiedImage) {
            guard image.isOfObject, let object = image.object, let name = image.name else {
                return nil
            }
            self.object = "\(object.kind ?? "")/\(object.name ?? "")"
            root = image.root
            self.name = name.canonical
        }
    }

    private var versions: [Key: Set<ExpectedVersion>] = [:]

    init(_ images: [VerifiedImage]) {
        for image in images {
            guard let key = Key(image), let version = image.version else { continue }
            versions[key, default: []].insert(version)
        }
    }

    func versions(beside image: VerifiedImage) -> Set<ExpectedVersion> {
        let own = image.version.map { Set([$0]) } ?? []
        return Key(image).flatMap { versions[$0] } ?? own
    }
}
