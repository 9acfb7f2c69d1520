/// The memory of the service: what its page tells of the past, and what spares it work.
///
/// Nothing of it is needed to write the right update, so nothing here fails: a memory that cannot
/// be kept says so in the log, once. No value is a secret. Each is bounded by `StateLimits`.
package protocol StateStoring: Sendable {
    /// The last tags of an image and the failures since; nil where it was never scanned.
    func scan(of image: ImageKey) async -> ScanRecord?

    /// The tags that an image had before it lost some, within a week; nil where none were lost.
    func formerTags(of image: ImageKey) async -> [String]?

    /// All images that were scanned, without their tags.
    func scanSummaries() async -> [ImageKey: ScanSummary]

    /// Notes what a registry listed, which ends the failures.
    func record(_ listing: TagListing, of image: ImageKey) async

    /// Notes that a registry did not list; the tags that it listed before are kept.
    func record(_ failure: ScanFailureRecord, of image: ImageKey) async

    /// The tag that a policy selected last; nil where it never did.
    func selection(of policy: ObjectKey) async -> SelectionRecord?

    /// Notes the tag that a policy selects, and returns it with the time that it was selected first.
    @discardableResult
    func record(
        tag: String, digest: String?, of policy: ObjectKey, at time: Timestamp
    ) async -> SelectionRecord

    func record(_ run: RunRecord) async

    /// The last runs of an automation, the newest first.
    func runs(of automation: ObjectKey, limit: Int) async -> [RunRecord]

    /// The last run of an automation that pushed.
    func lastPush(of automation: ObjectKey) async -> RunRecord?

    func record(_ call: CallRecord) async

    /// The last calls of a receiver, the newest first.
    func calls(of receiver: ObjectKey, limit: Int) async -> [CallRecord]

    /// How often a receiver was called, also by calls that are no longer kept.
    func callCount(of receiver: ObjectKey) async -> Int

    /// Notes when the login that is kept for a registry ends; nil where none is kept.
    func record(loginExpiry: Timestamp?, ofHost host: String) async

    /// By host.
    func loginExpiries() async -> [String: Timestamp]

    /// Notes a delivery, and returns whether it is the first with this id within an hour.
    func isFirst(delivery id: String, of receiver: ObjectKey, at time: Timestamp) async -> Bool

    /// Drops what is older than is kept: called from time to time.
    func removeExpired(at time: Timestamp) async

    /// Writes what is still in memory; the service stops then.
    func close() async
}
