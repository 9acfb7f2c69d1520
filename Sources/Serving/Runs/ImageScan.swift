internal import FoundationEssentials
import RegistryAccess
import TagSnapshots
import UpdateEngine

/// One scan of an image.
struct ImageScan: Sendable {
    let target: ScanTarget
    let clients: RegistryClients
    let clock: any ServiceClock

    /// The tags, or why there are none: one clause.
    @concurrent func outcome() async -> Result<TagListing, ScanFailureRecord> {
        let start = clock.now
        let client: RegistryClient
        do {
            client = try clients.client(at: start)
        } catch {
            return .failure(ScanFailureRecord(time: start, reason: "\(error)"))
        }
        let time = Date(timeIntervalSince1970: Double(start.secondsSince1970))
            .formatted(.iso8601)
        let outcome = await ScanOutcome(of: [target], from: client, at: time) { _ in }
        guard let image = outcome.images.first else {
            let reason = outcome.failures.first?.message ?? "nothing was answered"
            return .failure(ScanFailureRecord(time: clock.now, reason: reason))
        }
        return .success(
            TagListing(
                time: start, tags: image.tags, digests: image.digests,
                buildTimes: image.buildTimes))
    }
}

extension ScanFailureRecord: Error {}
