/// The last scans of an image.
package struct ScanRecord: Hashable, Sendable {
    /// Nil where no scan succeeded.
    package var listing: TagListing?
    /// Nil where the last scan succeeded.
    package var failure: ScanFailureRecord?

    package init(listing: TagListing? = nil, failure: ScanFailureRecord? = nil) {
        self.listing = listing
        self.failure = failure
    }
}

/// The tags that a registry listed for one image.
package struct TagListing: Hashable, Sendable {
    package var time: Timestamp
    /// All of them, ascending by bytes, each once.
    package var tags: [String]
    /// The digests of tags, by tag; not of all tags.
    package var digests: [String: String]
    /// When what tags point at was built, as it says itself, by tag; not of all tags.
    package var buildTimes: [String: String]

    package init(
        time: Timestamp, tags: [String], digests: [String: String] = [:],
        buildTimes: [String: String] = [:]
    ) {
        self.time = time
        self.tags = tags
        self.digests = digests
        self.buildTimes = buildTimes
    }
}

/// A scan that failed.
package struct ScanFailureRecord: Hashable, Sendable {
    package var time: Timestamp
    /// The first of the failures in a row that this is the last of.
    package var since: Timestamp
    /// One clause: lower case, no full stop, no secrets.
    package var reason: String

    /// - Parameter since: Kept from the failures before; what is given here is that of the first.
    package init(time: Timestamp, since: Timestamp? = nil, reason: String) {
        self.time = time
        self.since = since ?? time
        self.reason = reason
    }
}

/// The last scans of an image, without its tags.
package struct ScanSummary: Hashable, Sendable {
    /// Of the last scan that succeeded.
    package var lastSuccess: Timestamp?
    package var tagCount: Int
    /// Nil where the last scan succeeded.
    package var failure: ScanFailureRecord?

    package init(lastSuccess: Timestamp?, tagCount: Int, failure: ScanFailureRecord?) {
        self.lastSuccess = lastSuccess
        self.tagCount = tagCount
        self.failure = failure
    }
}

/// The tag that a policy selects.
package struct SelectionRecord: Hashable, Sendable {
    package var tag: String
    package var digest: String?
    /// When this tag was selected first, in a row.
    package var since: Timestamp

    package init(tag: String, digest: String?, since: Timestamp) {
        self.tag = tag
        self.digest = digest
        self.since = since
    }
}
