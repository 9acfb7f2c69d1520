package import Logging
package import Receivers
internal import RepositoryLinking

/// The Receivers of all repositories, called from outside: verifies, notes and passes on.
///
/// An actor of its own, so that no work of the service keeps a call from its answer.
package actor ServedReceivers: ReceiverEndpoints {
    /// Takes what a call asks for; the repository is that of the Receiver.
    typealias Delivery = @Sendable (ServiceHint, _ repository: String) async -> Void

    private let secrets: any SecretSource
    private let googleTokens: GoogleTokens
    private let state: any StateStoring
    private let clock: any ServiceClock
    private let logger: Logger
    private let observe: @Sendable (ServiceEvent) -> Void
    private var deliver: Delivery?
    /// Ordered as the repositories came.
    private var tables: [(repository: String, table: ReceiverTable)] = []
    private var table = ReceiverTable()
    private var buckets: [ObjectKey: CallBucket] = [:]

    package init(
        secrets: any SecretSource, googleTokens: GoogleTokens, state: any StateStoring,
        clock: any ServiceClock, logger: Logger,
        observe: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
    ) {
        self.secrets = secrets
        self.googleTokens = googleTokens
        self.state = state
        self.clock = clock
        self.logger = logger
        self.observe = observe
    }

    func deliver(to delivery: @escaping Delivery) { deliver = delivery }

    /// Takes the Receivers of a repository as they are now, with its Secrets as they are now.
    func set(_ model: RepositoryModel, of repository: String) {
        let own = ReceiverTable(of: repository, model, secrets: secrets)
        if let place = tables.firstIndex(where: { $0.repository == repository }) {
            tables[place].table = own
        } else {
            tables.append((repository, own))
        }
        var all = ReceiverTable()
        for (_, table) in tables { all.add(table) }
        table = all
        let keys = Set(all.entries.map(\.key))
        buckets = buckets.filter { keys.contains($0.key) }
    }

    // MARK: Calls

    package func admission(ofTarget target: String) -> ReceiverAdmission? {
        guard let entry = table.entry(ofTarget: target) else { return nil }
        let seconds = clock.now.seconds
        if let wait = buckets[entry.key, default: CallBucket()].take(at: seconds) {
            note(429, "too many calls", of: entry)
            return .tooMany(retryAfterSeconds: wait)
        }
        guard entry.isOpen else {
            note(503, "not ready", of: entry)
            return .closed
        }
        return .open
    }

    package func status(of call: ReceiverCall) async -> Int {
        guard let entry = table.entry(ofTarget: call.target) else { return 404 }
        let now = clock.now
        let answer = await entry.answer(
            to: call, now: now.seconds, googleTokens: googleTokens)
        note(answer.status, answer.reason.rawValue, of: entry)
        await state.record(CallRecord(receiver: entry.key, time: now, status: answer.status))
        guard let hint = answer.hint else { return answer.status }
        if let delivery = answer.delivery,
            await !state.isFirst(delivery: delivery, of: entry.key, at: now)
        {
            return answer.status
        }
        // The answer does not wait for it.
        if let deliver { Task { await deliver(ServiceHint(hint), entry.repository) } }
        return answer.status
    }

    private func note(_ status: Int, _ reason: String, of entry: ReceiverTable.Entry) {
        observe(.called(receiver: entry.key, status: status))
        logger.info(
            "receiver called",
            metadata: [
                "repository": "\(entry.repository)", "receiver": "\(entry.receiver.name)",
                "status": "\(status)", "reason": "\(reason)",
            ])
    }

    // MARK: Status

    func statuses(of repository: String) async -> [ReceiverStatus] {
        guard let own = tables.first(where: { $0.repository == repository })?.table else {
            return []
        }
        var statuses: [ReceiverStatus] = []
        for entry in own.entries {
            var status = ReceiverStatus(
                name: "\(entry.receiver.name)", type: entry.receiver.type?.rawValue ?? "")
            status.isSuspended = entry.receiver.isSuspended
            status.problem = entry.problem.map { "\($0)" }
            let last = await state.calls(of: entry.key, limit: 1).first
            status.lastCall = last?.time
            status.lastStatus = last?.status
            status.callCount = await state.callCount(of: entry.key)
            statuses.append(status)
        }
        return statuses
            + own.unserved.map { unserved in
                var status = ReceiverStatus(name: unserved.name, type: "")
                status.problem = "\(unserved.problem)"
                return status
            }
    }
}

extension ReceiverTable.Entry {
    fileprivate var key: ObjectKey {
        ObjectKey(repository: repository, name: "\(receiver.name)")
    }
}

extension ServiceHint {
    fileprivate init(_ hint: ImageHint) {
        imageRepositories = Set(hint.imageRepositories.map(\.description))
        policies = Set(hint.imagePolicies.map(\.description))
        automations = Set(hint.automations.map(\.description))
        fetches = !hint.gitRepositories.isEmpty
    }
}

extension Timestamp {
    /// Since 1970.
    fileprivate var seconds: Double { Double(millisecondsSince1970) / 1000 }
}
