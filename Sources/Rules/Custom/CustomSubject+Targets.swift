import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

extension CustomSubject {
    /// Whether the model has one of them for each way of building its object.
    var isBuilt: Bool {
        switch self {
        case .policy, .repository, .automation: true
        case .image, .marker, .workload: false
        }
    }

    /// All of them, in the order of their files.
    func targets(in context: CustomContext) -> [any CustomTarget] {
        let model = context.model
        return switch self {
        case .image: model.imagesOfAnyKind.map { CustomImage($0, in: context) }
        case .workload: Self.workloads(in: model)
        case .marker: model.markers.compactMap { CustomMarker($0, in: model) }
        case .policy: model.policyLinks.policies.map { CustomPolicy(policy: $0) }
        case .repository: model.objects.repositories.map { CustomRepository(repository: $0) }
        case .automation: model.wholeAutomations.map { CustomAutomation(automation: $0) }
        }
    }

    /// The objects with images.
    private static func workloads(in model: RepositoryModel) -> [CustomWorkload] {
        var images: [[JudgedImage]] = []
        for image in model.imagesOfAnyKind where image.fact.use != .override && !image.isBuilt {
            guard let object = image.fact.object else { continue }
            if let last = images.last?.last, last.fact.object === object, last.path == image.path {
                images[images.count - 1].append(image)
            } else {
                images.append([image])
            }
        }
        return images.compactMap { images in
            guard let object = images[0].fact.object else { return nil }
            let path = images[0].path
            let fact = model.file(at: path)?.facts.objects.first { $0.identity === object }
            return CustomWorkload(
                path: path, identity: object,
                location: fact?.location(in: path) ?? images[0].location(of: images[0].fact.span),
                images: images)
        }
    }
}
