import CheckPipeline
import ManifestFacts
import RegistryAccess
import RepositoryLinking
import TagSnapshots
import UpdateEngine

extension RepositoryPlan {
    /// The tags that the last scans found for the images of some markers, and why some are missing.
    func tags(
        for marked: MarkedFiles, in state: any StateStoring
    ) async throws -> (TagSource, [UpdateError]) {
        var scanned: [ScannedImage] = []
        var failures: [UpdateError] = []
        for target in ScanPlan(marked).targets {
            let key = key(ofImageNamed: target.name)
            let record = await state.scan(of: key)
            if let listing = record?.listing {
                scanned.append(
                    ScannedImage(
                        name: target.name, time: "", tags: listing.tags, digests: listing.digests,
                        buildTimes: listing.buildTimes))
            } else {
                failures.append(
                    UpdateError(
                        image: target.name,
                        message: record?.failure?.reason ?? "it has not been scanned yet"))
            }
        }
        return (.snapshot(try TagSnapshot(scanned), .registries), failures)
    }

    /// The tags that images had before they lost some; images that lost none lately are left out.
    func formerTags(in state: any StateStoring) async throws -> TagSnapshot {
        var former: [ScannedImage] = []
        for key in Set(imagesOfPolicies.values).sorted(by: { $0.name < $1.name }) {
            guard let tags = await state.formerTags(of: key),
                former.last?.name != key.name
            else { continue }
            former.append(ScannedImage(name: key.name, time: "", tags: tags))
        }
        return try TagSnapshot(former)
    }

    private func key(ofImageNamed name: String) -> ImageKey {
        images.keys.filter { $0.name == name }.min { $0.login < $1.login } ?? ImageKey(name: name)
    }

    /// When images were built, which their registries tell.
    func ages(
        of selected: [SelectedImage], from clients: RegistryClients
    ) async -> [ImageAge] {
        let client: RegistryClient
        do {
            client = try clients.client
        } catch {
            return selected.map { _ in .unknown("\(error)") }
        }
        let questions = selected.map { image in
            let name = ImageName(image.name)?.full ?? image.name
            return AgeQuestion(of: image, at: images[key(ofImageNamed: name)]?.image)
        }
        return await answers(to: questions) { await $0.answer(of: client) }
    }
}
