internal import FoundationEssentials
import RegistryAccess
import TagSnapshots
import UpdateEngine

/// One scan of an image.
struct ImageScan: Sendable {
    let target: ScanTarget
    let clients: RegistryClients
    let clock: any ServiceClock

    /// Why there are no tags.
    struct Failure: Error {
        let record: ScanFailureRecord
        /// Of the registry's answer; nil without one.
        let status: Int?
    }

    @concurrent func outcome() async -> Result<TagListing, Failure> {
        let start = clock.now
        let client: RegistryClient
        do {
            client = try clients.client
        } catch {
            return .failure(failure("\(error)"))
        }
        let time = Date(timeIntervalSince1970: Double(start.secondsSince1970))
            .formatted(.iso8601)
        let outcome = await ScanOutcome(of: [target], from: client, at: time) { _ in }
        guard let image = outcome.images.first else {
            let failure = outcome.failures.first
            return .failure(
                self.failure(failure?.message ?? "nothing was answered", failure?.status))
        }
        return .success(
            TagListing(
                time: start, tags: image.tags, digests: image.digests,
                buildTimes: image.buildTimes))
    }

    private func failure(_ reason: String, _ status: Int? = nil) -> Failure {
        Failure(record: ScanFailureRecord(time: clock.now, reason: reason), status: status)
    }
}
