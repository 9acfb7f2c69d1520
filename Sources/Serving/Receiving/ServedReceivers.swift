package import Logging
package import Receivers
import RepositoryLinking

/// The Receivers of all repositories, with the service's memory, log and metrics.
///
/// An actor of its own, so that no work of the service keeps a call from its answer.
package actor ServedReceivers: ReceiverEndpoints {
    /// Takes what a call asks for; the repository is that of the Receiver.
    typealias Delivery = @Sendable (ServiceHint, _ repository: String) async -> Void

    private let secrets: ReceiverSecrets
    private let live: LiveReceivers
    private let state: any StateStoring
    private let outlet: Outlet

    package init(
        secrets: ReceiverSecrets, tokens: IdentityTokens, state: any StateStoring,
        clock: any ServiceClock, logger: Logger,
        observe: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
    ) {
        let outlet = Outlet()
        self.secrets = secrets
        self.state = state
        self.outlet = outlet
        live = LiveReceivers(
            secrets: secrets, tokens: tokens,
            surroundings: .init(
                now: { Double(clock.now.millisecondsSince1970) / 1000 },
                isFirst: { delivery, receiver in
                    await state.isFirst(delivery: delivery, of: receiver.key, at: clock.now)
                },
                take: { hint, receiver in
                    // The answer does not wait for it.
                    Task { await outlet.deliver(ServiceHint(hint), receiver.repository) }
                },
                record: { status, problem, receiver in
                    observe(.called(receiver: receiver.key, status: status))
                    logger.info(
                        "receiver called",
                        metadata: [
                            "repository": "\(receiver.repository)",
                            "receiver": "\(receiver.displayName)", "status": "\(status)",
                        ].merging(problem.map { ["reason": "\($0)"] } ?? [:]) { $1 })
                    await state.record(
                        CallRecord(receiver: receiver.key, time: clock.now, status: status))
                },
                warn: { logger.warning("\($0)") }))
    }

    func deliver(to delivery: @escaping Delivery) async { await outlet.set(delivery) }

    /// Takes the Receivers of a repository as a new commit has them.
    func set(_ model: RepositoryModel, of repository: String) async {
        await live.serve(
            ReceiverTable(model, repository: repository, secrets: secrets), of: repository)
    }

    /// Reads the Secrets of a repository again: they change without a commit.
    func readSecrets(of repository: String) async { await live.readSecrets(of: repository) }

    package func admission(ofTarget target: String) async -> ReceiverAdmission? {
        await live.admission(ofTarget: target)
    }

    package func status(of call: ReceiverCall) async -> Int { await live.status(of: call) }

    func statuses(of repository: String) async -> [ReceiverStatus] {
        var statuses: [ReceiverStatus] = []
        for served in await live.receivers where served.receiver.repository == repository {
            let receiver = served.receiver
            var status = ReceiverStatus(name: receiver.displayName, type: receiver.typeText)
            status.isSuspended = receiver.isSuspended
            status.problem = served.problem.map { "\($0)" }
            let last = await state.calls(of: receiver.key, limit: 1).first
            status.lastCall = last?.time
            status.lastStatus = last?.status
            status.callCount = await state.callCount(of: receiver.key)
            statuses.append(status)
        }
        return statuses
    }
}

/// The way of hints to the engine, which is made after the receivers.
private actor Outlet {
    private var delivery: ServedReceivers.Delivery?

    func set(_ delivery: @escaping ServedReceivers.Delivery) { self.delivery = delivery }

    func deliver(_ hint: ServiceHint, _ repository: String) async {
        await delivery?(hint, repository)
    }
}

extension Receiver {
    fileprivate var key: ObjectKey { ObjectKey(repository: repository, name: displayName) }
}

extension ServiceHint {
    fileprivate init(_ hint: ReceiverHint) {
        imageRepositories = hint.imageRepositories
        automations = hint.automations
        fetches = !hint.gitRepositories.isEmpty
    }
}
