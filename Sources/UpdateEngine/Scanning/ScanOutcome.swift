import ImageReferences
package import RegistryAccess
import RepositoryLinking
import TagPolicies
package import TagSnapshots
import WebAccess

/// The images whose tags could be had from registries, and why the others could not.
package struct ScanOutcome: Sendable {
    package let images: [ScannedImage]
    /// In the order of the targets.
    package let failures: [ScanFailure]

    /// Asks for the images of a plan; the outcome does not depend on which answer comes first.
    ///
    /// - Parameters:
    ///   - time: The time that the snapshot tells: RFC 3339, in UTC.
    ///   - progress: Is called with the number of images that are done.
    package init(
        of targets: [ScanTarget], from client: RegistryClient, at time: String,
        progress: (Int) -> Void
    ) async {
        let answers = await answers(to: targets, progress: progress) { target in
            await Result { () async throws(RegistryError) in
                try await client.scan(target, at: time)
            }
        }
        images = answers.compactMap { try? $0.get() }
        failures = zip(targets, answers).compactMap { target, answer in
            guard case .failure(let error) = answer else { return nil }
            return ScanFailure(image: target.name, error.reason)
        }
    }

    /// The outcome of a plan without images.
    package static let nothing = ScanOutcome()

    private init() {
        images = []
        failures = []
    }
}

extension RegistryClient {
    fileprivate func scan(
        _ target: ScanTarget, at time: String
    ) async throws(RegistryError) -> ScannedImage {
        let tags = try await tags(of: target.image)
        let selected = Set(
            target.policies.compactMap { $0.reading.selection(from: tags)?.selected })
        var digests: [String: String] = [:]
        var buildTimes: [String: String] = [:]
        for tag in selected.sorted() {
            if target.wish.contains(.digests) {
                digests[tag] = try await digest(of: target.image, tag: tag).text
            }
            if target.wish.contains(.buildTimes) {
                buildTimes[tag] = try await buildTime(
                    of: target.image, reference: digests[tag] ?? tag)
            }
        }
        return ScannedImage(
            name: target.name, time: time, tags: tags, digests: digests, buildTimes: buildTimes)
    }
}

/// Why there are no tags of an image.
package struct ScanFailure: Hashable, Sendable {
    package let image: String
    /// One clause: lower case, no full stop, no secrets.
    package let message: String
    /// The status of the answer that ended it; nil without one.
    package let status: Int?

    init(image: String, _ reason: RegistryError.Reason) {
        self.image = image
        message = "\(reason)"
        status = reason.status
    }
}
