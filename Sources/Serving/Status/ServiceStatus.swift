/// The service at one moment, as its page shows it.
///
/// Holds no secret: addresses come without user and password, receivers without their paths.
package struct ServiceStatus: Sendable {
    package var version: String
    package var started: Timestamp
    package var now: Timestamp
    /// In the order of the command line.
    package var repositories: [RepositoryStatus] = []
    /// By host.
    package var registries: [RegistryStatus] = []

    package init(version: String, started: Timestamp, now: Timestamp) {
        self.version = version
        self.started = started
        self.now = now
    }
}

/// A Git repository that is served.
package struct RepositoryStatus: Sendable {
    /// Its address without user and password, with `#BRANCH` where one was named.
    package var name: String
    package var branch: String?
    /// Of the branch; nil before the first fetch.
    package var commit: String?
    package var lastFetch: Timestamp?
    /// Why the last fetch failed, or why its files cannot be read: one clause.
    package var problem: String?
    package var automations: [AutomationStatus] = []
    package var policies: [PolicyStatus] = []
    package var images: [ImageStatus] = []
    package var receivers: [ReceiverStatus] = []

    package init(name: String) {
        self.name = name
    }
}

/// An ImageUpdateAutomation and its last run.
package struct AutomationStatus: Sendable {
    package enum Outcome: Sendable {
        /// With the commit, the branch, and the first line of the message.
        case pushed(commit: String, branch: String, subject: String)
        case unchanged
        case skipped(String)
        case failed(String)
    }

    /// `NAMESPACE/NAME`.
    package var name: String
    package var path: String
    package var line: Int
    package var isSuspended = false
    /// Seconds.
    package var interval: Int
    package var lastRun: Timestamp?
    package var nextRun: Timestamp?
    package var outcome: Outcome?
    /// The last commit, also where later runs found nothing to do.
    package var lastCommit: CommitStatus?
    /// The updates that the last run refused.
    package var refusals: [RefusalStatus] = []
    /// The address of the pull request that is open.
    package var pullRequest: String?

    package init(name: String, path: String, line: Int, interval: Int) {
        self.name = name
        self.path = path
        self.line = line
        self.interval = interval
    }
}

/// A commit that an automation pushed.
package struct CommitStatus: Sendable {
    package var id: String
    package var branch: String
    package var subject: String
    package var time: Timestamp

    package init(id: String, branch: String, subject: String, time: Timestamp) {
        self.id = id
        self.branch = branch
        self.subject = subject
        self.time = time
    }
}

/// A value that was not written.
package struct RefusalStatus: Hashable, Sendable {
    package var path: String
    package var line: Int
    /// The setter of its marker.
    package var marker: String
    package var reason: String

    package init(path: String, line: Int, marker: String, reason: String) {
        self.path = path
        self.line = line
        self.marker = marker
        self.reason = reason
    }
}

/// An ImagePolicy and what it selects.
package struct PolicyStatus: Sendable {
    /// `NAMESPACE/NAME`.
    package var name: String
    /// The image's name; nil where it is unknown.
    package var image: String?
    package var tag: String?
    package var digest: String?
    /// When this tag was selected first.
    package var since: Timestamp?
    /// Why it selects nothing: one clause.
    package var problem: String?

    package init(name: String) {
        self.name = name
    }
}

/// An image that is scanned.
package struct ImageStatus: Sendable {
    /// Registry and path in full.
    package var name: String
    /// Seconds: the shortest of the ImageRepositories that scan it.
    package var interval: Int
    package var lastScan: Timestamp?
    package var nextScan: Timestamp?
    package var tagCount: Int?
    /// Why the last scan failed: one clause.
    package var problem: String?

    package init(name: String, interval: Int) {
        self.name = name
        self.interval = interval
    }
}

/// A registry and its last answers.
package struct RegistryStatus: Sendable {
    package var host: String
    package var imageCount: Int
    package var failingCount: Int
    package var failingSince: Timestamp?
    package var problem: String?
    /// When the login that is kept for it ends.
    package var loginExpiry: Timestamp?

    package init(host: String, imageCount: Int, failingCount: Int) {
        self.host = host
        self.imageCount = imageCount
        self.failingCount = failingCount
    }
}

/// A Receiver and its last call.
package struct ReceiverStatus: Sendable {
    /// `NAMESPACE/NAME`.
    package var name: String
    /// As `spec.type` names it.
    package var type: String
    package var isSuspended = false
    /// Why it cannot be called: one clause.
    package var problem: String?
    package var lastCall: Timestamp?
    /// Of the last call.
    package var lastStatus: Int?
    package var callCount = 0

    package init(name: String, type: String) {
        self.name = name
        self.type = type
    }
}
