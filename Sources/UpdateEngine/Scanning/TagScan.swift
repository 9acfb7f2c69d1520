import ImageReferences
package import RegistryAccess
import RepositoryLinking
import TagPolicies
package import TagSnapshots

/// Asks registries for the tags of a plan's images.
package struct TagScan: Sendable {
    private let client: RegistryClient
    /// The time that the snapshot tells: RFC 3339, in UTC.
    private let time: String

    package init(_ client: RegistryClient, time: String) {
        self.client = client
        self.time = time
    }

    /// The images that could be had, and why the others could not; neither depends on which answer
    /// comes first.
    ///
    /// - Parameter progress: Is called with the number of images that are done.
    package func outcome(
        of targets: [ScanTarget], progress: (Int) -> Void = { _ in }
    ) async -> ScanOutcome {
        ScanOutcome(
            targets: targets,
            answers: await answers(to: targets, progress: progress) { await answer(about: $0) })
    }

    private func answer(about target: ScanTarget) async -> Result<ScannedImage, RegistryError> {
        do throws(RegistryError) {
            let tags = try await client.tags(of: target.image)
            let selected = Set(
                target.policies.compactMap { $0.reading.selection(from: tags)?.selected })
            var digests: [String: String] = [:]
            var buildTimes: [String: String] = [:]
            for tag in selected.sorted() {
                if target.wish.contains(.digests) {
                    digests[tag] = try await client.digest(of: target.image, tag: tag).text
                }
                if target.wish.contains(.buildTimes) {
                    buildTimes[tag] = try await client.buildTime(
                        of: target.image, reference: digests[tag] ?? tag)
                }
            }
            return .success(
                ScannedImage(
                    name: target.name, time: time, tags: tags, digests: digests,
                    buildTimes: buildTimes))
        } catch {
            return .failure(error)
        }
    }
}

/// The outcome of a scan.
package struct ScanOutcome: Sendable {
    package let images: [ScannedImage]
    /// In the order of the targets.
    package let failures: [ScanFailure]

    /// The outcome of a plan without images.
    package static let nothing = ScanOutcome(targets: [], answers: [])

    fileprivate init(targets: [ScanTarget], answers: [Result<ScannedImage, RegistryError>]) {
        images = answers.compactMap { try? $0.get() }
        failures = zip(targets, answers).compactMap { target, answer in
            guard case .failure(let error) = answer else { return nil }
            return ScanFailure(image: target.name, message: "\(error.reason)")
        }
    }
}

/// Why there are no tags of an image.
package struct ScanFailure: Hashable, Sendable {
    package let image: String
    /// One clause: lower case, no full stop, no secrets.
    package let message: String
}
