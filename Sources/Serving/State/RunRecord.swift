/// A run of an automation.
package struct RunRecord: Sendable {
    package var automation: ObjectKey
    package var start: Timestamp
    /// Seconds.
    package var duration: Double
    package var outcome: AutomationStatus.Outcome
    /// The updates that it refused.
    package var refusals: [RefusalStatus]
    /// The address of the pull request that is open after it.
    package var pullRequest: String?

    package init(
        automation: ObjectKey, start: Timestamp, duration: Double,
        outcome: AutomationStatus.Outcome, refusals: [RefusalStatus] = [],
        pullRequest: String? = nil
    ) {
        self.automation = automation
        self.start = start
        self.duration = duration
        self.outcome = outcome
        self.refusals = refusals
        self.pullRequest = pullRequest
    }

    /// The commit that it pushed.
    package var commit: CommitStatus? {
        guard case .pushed(let id, let branch, let subject) = outcome else { return nil }
        return CommitStatus(id: id, branch: branch, subject: subject, time: start + duration)
    }
}

/// A call of a receiver.
package struct CallRecord: Hashable, Sendable {
    package var receiver: ObjectKey
    package var time: Timestamp
    /// Of the answer.
    package var status: Int

    package init(receiver: ObjectKey, time: Timestamp, status: Int) {
        self.receiver = receiver
        self.time = time
        self.status = status
    }
}
