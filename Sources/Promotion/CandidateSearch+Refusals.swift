import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText
import Triage

extension CandidateSearch {
    func refuseOpen(
        _ open: [ImagePlacement], of image: ImageName, in environment: Environment
    ) throws(PromotionObstacle) {
        guard let place = open.first?.place else { return }
        throw .openVersion(
            image: image.full, environment: environment.name.value,
            reason: "\(place.path):\(model.line(of: place)) does not tell it")
    }

    /// Holds in the configuration.
    func refuseHolds(
        of image: ImageName, at placements: [ImagePlacement], in environment: Environment
    ) throws(PromotionObstacle) {
        for hold in environment.updateLimits.holds
        where !(today.map(hold.isExpired) ?? false) {
            let isCovered = placements.contains { placement in
                hold.covers(
                    ExemptionSubject(
                        path: placement.place.path, image: image.full, policy: nil,
                        object: placement.object?.exemptionName))
            }
            guard isCovered else { continue }
            throw .held(
                image: image.full, environment: environment.name.value, reason: hold.reason)
        }
    }

    /// An image that is held in the source has not stood its test.
    func refuseHold(
        of image: ImageName, running tag: String?
    ) throws(PromotionObstacle) {
        try refuseHold(of: image, in: source) { statement in
            if case .exclude(let excluded, _) = statement.measure { return excluded == tag }
            return true
        }
    }

    /// - Parameter tag: The tag that the image would get.
    func refuseHold(
        of image: ImageName, getting tag: String?
    ) throws(PromotionObstacle) {
        try refuseHold(of: image, in: target) { statement in
            switch statement.measure {
            case .suspend: true
            case .pin(let pinned, _): pinned != tag
            case .exclude(let excluded, _): excluded == tag
            }
        }
    }

    /// A hold in the manifests concerns the policies that the image follows.
    private func refuseHold(
        of image: ImageName, in environment: Environment, where isMeant: (HoldStatement) -> Bool
    ) throws(PromotionObstacle) {
        let followed = Set(
            model.policiesFollowed(byImage: image, in: environment.name.value).map(\.number))
        let hold = model.holds.first { hold in
            isMeant(hold.statement) && hold.policies.contains { followed.contains($0.number) }
        }
        guard let hold else { return }
        throw .held(
            image: image.full, environment: environment.name.value,
            reason: "\(hold.statement.reason) (`sluice release` ends that)")
    }

    /// A place that other environments take their image from as well cannot be promoted alone.
    func refuseShared(
        _ placements: [ImagePlacement], of image: ImageName
    ) throws(PromotionObstacle) {
        let own = Set(placements.flatMap(\.final.places))
        for placement in model.imagePlacements where !placement.isOverridden {
            guard let place = placement.final.places.first(where: own.contains) else { continue }
            let others = placement.environments.filter { $0 != target.name.value }
            if !others.isEmpty {
                throw .sharedPlace(
                    path: place.path, line: model.line(of: place), environments: others)
            }
            if let name = placement.name, name.canonical != image.canonical {
                throw .sharedImage(path: place.path, line: model.line(of: place), image: name.full)
            }
        }
    }
}
