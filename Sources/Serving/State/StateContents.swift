/// All that the service remembers.
struct StateContents: Sendable {
    var scans: [ImageKey: PackedScan] = [:]
    var selections: [ObjectKey: NotedSelection] = [:]
    /// The oldest first.
    var runs: [ObjectKey: [RunRecord]] = [:]
    /// The last run of each automation that pushed.
    var pushes: [ObjectKey: RunRecord] = [:]
    /// The oldest first.
    var calls: [ObjectKey: [CallRecord]] = [:]
    var callCounts: [ObjectKey: Int] = [:]
    /// By host.
    var expiries: [String: Timestamp] = [:]
    var deliveries = DeliveryMemory()
}

/// The last scans of an image, with its tags in few bytes.
struct PackedScan: Hashable, Sendable {
    /// Of the last scan that succeeded.
    var lastSuccess: Timestamp?
    var tags = PackedTags([])
    var digests: [String: String] = [:]
    var buildTimes: [String: String] = [:]
    var failure: ScanFailureRecord?
    /// Nil where no tags were lost lately.
    var loss: TagsBeforeLoss?

    var record: ScanRecord {
        ScanRecord(
            listing: lastSuccess.map {
                TagListing(time: $0, tags: tags.tags, digests: digests, buildTimes: buildTimes)
            },
            failure: failure)
    }

    var summary: ScanSummary {
        ScanSummary(lastSuccess: lastSuccess, tagCount: tags.count, failure: failure)
    }

    /// Of the last scan, whatever came of it.
    var lastTime: Timestamp? { [lastSuccess, failure?.time].compactMap(\.self).max() }
}

/// The tags of an image before the scan that found some of them gone.
struct TagsBeforeLoss: Hashable, Sendable {
    let tags: PackedTags
    let time: Timestamp
}

/// A selection, and when it was noted last.
struct NotedSelection: Hashable, Sendable {
    var record: SelectionRecord
    var noted: Timestamp
}

extension StateContents {
    /// Keeps what is within the limits, and returns the keys of what is changed.
    mutating func removeExpired(at time: Timestamp, _ limits: StateLimits) -> StateChanges {
        var changes = StateChanges()
        func isOver(_ age: Double, since past: Timestamp?) -> Bool {
            past.map { time - $0 > age } ?? true
        }
        for key in scans.filter({ isOver(limits.unusedAge, since: $0.value.lastTime) }).keys {
            scans[key] = nil
            changes.listings.insert(key)
        }
        for key in selections.filter({ isOver(limits.unusedAge, since: $0.value.noted) }).keys {
            selections[key] = nil
            changes.selections.insert(key)
        }
        for key in expiries.filter({ isOver(limits.unusedAge, since: $0.value) }).keys {
            expiries[key] = nil
            changes.hosts.insert(key)
        }
        runs = runs.mapValues { $0.filter { !isOver(limits.runAge, since: $0.start) } }
            .filter { !$0.value.isEmpty }
        // An automation that no longer runs is gone.
        for key in pushes.keys where runs[key] == nil {
            pushes[key] = nil
            changes.automations.insert(key)
        }
        calls = calls.mapValues { $0.filter { !isOver(limits.callAge, since: $0.time) } }
            .filter { !$0.value.isEmpty }
        for key in callCounts.keys where calls[key] == nil {
            callCounts[key] = nil
            changes.receivers.insert(key)
        }
        deliveries.removeExpired(at: time, limits)
        changes.trimTime = time
        return changes
    }
}
