package import CheckPipeline
import RepositoryLinking

extension ScanPlan {
    /// The images that the policies of markers are for.
    package init(_ marked: MarkedFiles) {
        var seen: Set<Int> = []
        let policies = marked.files.flatMap { $0.markers.flatMap(\.policies) }
            .filter { seen.insert($0.number).inserted }
        self.init(
            policies.flatMap(\.repositories), .digests,
            for: policies.filter { $0.reflectsDigest ?? true })
    }
}
