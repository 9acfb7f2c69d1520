/// An automation or a receiver of a repository that is served.
package struct ServedObject: Hashable, Sendable {
    /// As `RepositoryStatus` names it: without user and password.
    package let repository: String
    /// `NAMESPACE/NAME`.
    package let name: String

    package init(repository: String, name: String) {
        self.repository = repository
        self.name = name
    }

    var labels: [String] { [repository, name] }
}

extension ServiceMetrics {
    package enum RunResult: String, Sendable {
        case pushed, unchanged, skipped, failed
    }

    /// Something that is kept, and saves the service work.
    package enum Cache: String, Sendable {
        /// The objects that were read of the branch's tip.
        case models
        /// The result of an automation's last run.
        case runs
    }

    /// The end of an automation's run; a skipped one has no duration.
    package func count(
        _ result: RunResult, runOf automation: ServedObject, seconds: Double, at time: Timestamp
    ) {
        add(to: .runs, automation.labels + [result.rawValue])
        if result != .skipped { observe(seconds, in: .runDuration, automation.labels) }
        if result == .pushed { add(to: .pushes, automation.labels) }
        if result != .failed {
            set(.lastSuccess, automation.labels, to: Double(time.secondsSince1970))
        }
    }

    /// Pushes that another one was ahead of.
    package func countPushConflicts(_ count: Int, of automation: ServedObject) {
        add(count, to: .pushConflicts, automation.labels)
    }

    /// How many updates the last run refused.
    package func setRefusals(of automation: ServedObject, to count: Int) {
        set(.refusedUpdates, automation.labels, to: Double(count))
    }

    package func countScan(ofHost host: String, succeeded: Bool, seconds: Double) {
        add(to: .scans, [host, succeeded ? "succeeded" : "failed"])
        observe(seconds, in: .scanDuration, [host])
    }

    /// How many tags the images of a registry have, by their last scans.
    package func setTags(ofHost host: String, to count: Int) {
        set(.tags, [host], to: Double(count))
    }

    /// An error of a registry; without a status, it gave no answer.
    package func countRegistryError(ofHost host: String, status: Int?) {
        add(to: .registryErrors, [host, status.map(String.init) ?? "none"])
    }

    package func countFetch(of repository: String, succeeded: Bool, seconds: Double) {
        add(to: .fetches, [repository, succeeded ? "succeeded" : "failed"])
        observe(seconds, in: .fetchDuration, [repository])
    }

    /// A call of a receiver and the status of the answer.
    package func countCall(of receiver: ServedObject, status: Int) {
        add(to: .webhookRequests, receiver.labels + [String(status)])
    }

    package func count(_ cache: Cache, isHit: Bool) {
        add(to: .cacheRequests, [cache.rawValue, isHit ? "hit" : "miss"])
    }
}
