package import Configuration

/// The tags that image automation is kept from, and the way.
package struct HoldRequest: Sendable {
    /// The ways of holding, by their words on the command line.
    package enum Way: String, CaseIterable, Sendable {
        /// An exact version in the policy.
        case pin
        /// The tag in the exclusion list of the ImageRepository.
        case exclude
        /// The automation that writes the markers is suspended.
        case suspend
    }

    /// Nil for the first way that holds: pin for a policy of versions, else exclude.
    package let way: Way?
    /// The tag to stay on; nil where that does not matter.
    package let goodTag: String?
    /// The tags to be kept from, the one that is deployed first.
    package let badTags: [String]
    package let reason: String
    /// The last day; nil for a hold without an end.
    package let until: CalendarDay?

    package init(
        way: Way?, goodTag: String?, badTags: [String], reason: String, until: CalendarDay?
    ) {
        self.way = way
        self.goodTag = goodTag
        self.badTags = badTags
        self.reason = reason
        self.until = until
    }
}

/// A hold that was planned and proved.
package struct PlannedHold: Sendable {
    package let way: HoldRequest.Way
    /// `NAMESPACE/NAME` of the object that it is in.
    package let object: String
    package let path: String
    package let line: Int
    /// One clause, lower case, no full stop, such as "pinned to `1.4.1`".
    package let account: String
    /// Its other consequences: clauses as in `account`.
    package let notes: [String]
}
