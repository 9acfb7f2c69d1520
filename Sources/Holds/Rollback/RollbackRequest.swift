package import Configuration

/// The images that go back, the values that return, and the hold that keeps them.
package struct RollbackRequest: Sendable {
    /// The hold that keeps the restored images from being updated again.
    package enum Hold: Equatable, Sendable {
        case none
        /// Nil for the first way that holds.
        case way(HoldRequest.Way?)
    }

    /// As people name them; none for every image that differs.
    package let images: [String]
    /// The commit whose values return; nil for those before each image's last change.
    package let commit: String?
    package let environment: String?
    package let hold: Hold
    package let reason: String
    package let until: CalendarDay?

    package init(
        images: [String], commit: String?, environment: String?, hold: Hold, reason: String,
        until: CalendarDay?
    ) {
        self.images = images
        self.commit = commit
        self.environment = environment
        self.hold = hold
        self.reason = reason
        self.until = until
    }
}

/// A rollback that was planned, proved and checked.
package struct RollbackPlan: Sendable {
    /// A scalar that gets a former text.
    package struct Restoration: Sendable {
        package let path: String
        /// In the files as they are now.
        package let line: Int
        package let image: String
        package let old: String
        package let new: String
    }

    /// A scalar that differs and has no former text to return to.
    package struct Obstacle: Sendable {
        package let path: String
        package let line: Int
        package let reason: String
    }

    package internal(set) var restorations: [Restoration] = []
    package internal(set) var obstacles: [Obstacle] = []
    package internal(set) var holds: [PlannedHold] = []
    /// Clauses, lower case, no full stop.
    package internal(set) var notes: [String] = []
    package internal(set) var changes: [ManifestDraft.Change] = []
    /// Of the commit.
    package internal(set) var message = ""
}
