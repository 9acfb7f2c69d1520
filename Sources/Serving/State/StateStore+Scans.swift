extension StateStore {
    package func scan(of image: ImageKey) -> ScanRecord? { contents.scans[image]?.record }

    package func scanSummaries() -> [ImageKey: ScanSummary] {
        contents.scans.mapValues(\.summary)
    }

    package func record(_ listing: TagListing, of image: ImageKey) {
        let former = contents.scans[image]
        var scan = PackedScan(
            lastSuccess: listing.time, tags: PackedTags(listing.tags), digests: listing.digests,
            buildTimes: listing.buildTimes)
        let isSame =
            scan.tags == former?.tags && scan.digests == former?.digests
            && scan.buildTimes == former?.buildTimes
        if isSame, let former { scan = former.renewed(at: listing.time) }
        scan.loss = former?.loss(after: listing, isSame: isSame, limits)
        contents.scans[image] = scan
        note {
            if isSame, scan.loss == former?.loss {
                $0.scans.insert(image)
            } else {
                $0.listings.insert(image)
            }
        }
    }

    package func formerTags(of image: ImageKey) -> [String]? {
        contents.scans[image]?.loss?.tags.tags
    }

    package func record(_ failure: ScanFailureRecord, of image: ImageKey) {
        var failure = failure.bounded(by: limits)
        failure.since = contents.scans[image]?.failure?.since ?? failure.since
        contents.scans[image, default: PackedScan()].failure = failure
        note { $0.scans.insert(image) }
    }

    package func selection(of policy: ObjectKey) -> SelectionRecord? {
        contents.selections[policy]?.record
    }

    /// Seconds after which a selection that stays is written again, so that it counts as used.
    private static let renewalAge = 6 * 3600.0

    @discardableResult
    package func record(
        tag: String, digest: String?, of policy: ObjectKey, at time: Timestamp
    ) -> SelectionRecord {
        let former = contents.selections[policy]
        let since = former?.record.tag == tag ? former?.record.since : nil
        let record = SelectionRecord(tag: tag, digest: digest, since: since ?? time)
        if let former, former.record == record, time - former.noted < Self.renewalAge {
            return record
        }
        contents.selections[policy] = NotedSelection(record: record, noted: time)
        note { $0.selections.insert(policy) }
        return record
    }

    package func record(loginExpiry: Timestamp?, ofHost host: String) {
        guard contents.expiries[host] != loginExpiry else { return }
        contents.expiries[host] = loginExpiry
        note { $0.hosts.insert(host) }
    }

    package func loginExpiries() -> [String: Timestamp] { contents.expiries }
}

extension PackedScan {
    /// The same tags at a later time; the bytes are shared.
    fileprivate func renewed(at time: Timestamp) -> PackedScan {
        var scan = self
        scan.lastSuccess = time
        scan.failure = nil
        return scan
    }

    /// The tags to compare with after this scan, and another one with these tags.
    ///
    /// Lost tags count from the first loss: each scan would else excuse the one before. It is
    /// forgotten once nothing is missing any more, or so much later that it was meant.
    fileprivate func loss(
        after listing: TagListing, isSame: Bool, _ limits: StateLimits
    ) -> TagsBeforeLoss? {
        if let loss, listing.time - loss.time < limits.lossAge {
            return isSame || listing.lacks(someOf: loss.tags) ? loss : nil
        }
        guard !isSame, listing.lacks(someOf: tags) else { return nil }
        return TagsBeforeLoss(tags: tags, time: listing.time)
    }
}

extension TagListing {
    fileprivate func lacks(someOf former: PackedTags) -> Bool {
        !Set(tags).isSuperset(of: former.tags)
    }
}
