/// A memory that ends with the process.
package actor MemoryState: StateStoring {
    private let limits: StateLimits
    private var scans: [ImageKey: ScanRecord] = [:]
    private var selections: [ObjectKey: (record: SelectionRecord, noted: Timestamp)] = [:]
    /// The oldest first.
    private var runs: [ObjectKey: [RunRecord]] = [:]
    private var pushes: [ObjectKey: RunRecord] = [:]
    /// The oldest first.
    private var calls: [ObjectKey: [CallRecord]] = [:]
    private var callCounts: [ObjectKey: Int] = [:]
    private var expiries: [String: Timestamp] = [:]
    private var deliveries: DeliveryMemory

    package init(_ limits: StateLimits = StateLimits()) {
        self.limits = limits
        deliveries = DeliveryMemory(limits)
    }

    package func scan(of image: ImageKey) -> ScanRecord? { scans[image] }

    package func scanSummaries() -> [ImageKey: ScanSummary] { scans.mapValues(\.summary) }

    package func record(_ listing: TagListing, of image: ImageKey) {
        scans[image] = ScanRecord(listing: listing)
    }

    package func record(_ failure: ScanFailureRecord, of image: ImageKey) {
        var failure = failure.bounded(by: limits)
        failure.since = scans[image]?.failure?.since ?? failure.since
        scans[image, default: ScanRecord()].failure = failure
    }

    package func selection(of policy: ObjectKey) -> SelectionRecord? { selections[policy]?.record }

    @discardableResult
    package func record(
        tag: String, digest: String?, of policy: ObjectKey, at time: Timestamp
    ) -> SelectionRecord {
        let former = selections[policy]?.record
        let since = former?.tag == tag ? former?.since : nil
        let record = SelectionRecord(tag: tag, digest: digest, since: since ?? time)
        selections[policy] = (record, time)
        return record
    }

    package func record(_ run: RunRecord) {
        let run = run.bounded(by: limits)
        runs[run.automation, default: []].append(run)
        if run.commit != nil { pushes[run.automation] = run }
        // In steps, so that not every run moves all others.
        if let count = runs[run.automation]?.count, count >= 2 * limits.runCount {
            runs[run.automation]?.removeFirst(count - limits.runCount)
        }
    }

    package func runs(of automation: ObjectKey, limit: Int) -> [RunRecord] {
        (runs[automation] ?? []).suffix(min(limit, limits.runCount)).reversed()
    }

    package func lastPush(of automation: ObjectKey) -> RunRecord? { pushes[automation] }

    package func record(_ call: CallRecord) {
        callCounts[call.receiver, default: 0] += 1
        calls[call.receiver, default: []].append(call)
        if let count = calls[call.receiver]?.count, count >= 2 * limits.callCount {
            calls[call.receiver]?.removeFirst(count - limits.callCount)
        }
    }

    package func calls(of receiver: ObjectKey, limit: Int) -> [CallRecord] {
        (calls[receiver] ?? []).suffix(min(limit, limits.callCount)).reversed()
    }

    package func callCount(of receiver: ObjectKey) -> Int { callCounts[receiver] ?? 0 }

    package func record(loginExpiry: Timestamp?, ofHost host: String) {
        expiries[host] = loginExpiry
    }

    package func loginExpiries() -> [String: Timestamp] { expiries }

    package func isFirst(
        delivery id: String, of receiver: ObjectKey, at time: Timestamp
    ) -> Bool {
        deliveries.isFirst(id, of: receiver, at: time)
    }

    package func close() {}

    package func removeExpired(at time: Timestamp) {
        scans = scans.filter { time - $0.value.lastTime <= limits.unusedAge }
        selections = selections.filter { time - $0.value.noted <= limits.unusedAge }
        expiries = expiries.filter { time - $0.value <= limits.unusedAge }
        runs = runs.mapValues { $0.filter { time - $0.start <= limits.runAge } }
            .filter { !$0.value.isEmpty }
        // An automation that no longer runs is gone.
        pushes = pushes.filter { runs[$0.key] != nil }
        calls = calls.mapValues { $0.filter { time - $0.time <= limits.callAge } }
            .filter { !$0.value.isEmpty }
        callCounts = callCounts.filter { calls[$0.key] != nil }
        deliveries.removeExpired(at: time)
    }
}

extension ScanRecord {
    /// Of the last scan, whatever came of it.
    var lastTime: Timestamp {
        let none = Timestamp(millisecondsSince1970: .min / 2)
        return max(listing?.time ?? none, failure?.time ?? none)
    }
}
