/// The receivers of all repositories that are served now.
///
/// A call waits for its verification and for nothing that follows from it.
package actor LiveReceivers: ReceiverEndpoints {
    /// The rest of the service, as far as calls concern it.
    package struct Surroundings: Sendable {
        /// In seconds since any fixed moment.
        package var now: @Sendable () -> Double
        /// Notes a delivery, and returns whether it did not come before.
        package var isFirst: @Sendable (_ delivery: String, Receiver) async -> Bool
        /// Makes due what a call says may have changed; returns at once.
        package var take: @Sendable (ReceiverHint, Receiver) async -> Void
        /// Notes the answer to a call.
        package var record: @Sendable (_ status: Int, CallProblem?, Receiver) async -> Void
        /// Writes one line into the log, which has no secret.
        package var warn: @Sendable (_ message: String) -> Void

        package init(
            now: @escaping @Sendable () -> Double,
            isFirst: @escaping @Sendable (_ delivery: String, Receiver) async -> Bool,
            take: @escaping @Sendable (ReceiverHint, Receiver) async -> Void,
            record: @escaping @Sendable (_ status: Int, CallProblem?, Receiver) async -> Void,
            warn: @escaping @Sendable (_ message: String) -> Void
        ) {
            self.now = now
            self.isFirst = isFirst
            self.take = take
            self.record = record
            self.warn = warn
        }
    }

    private static let warningLimit = 10_000

    private let secrets: ReceiverSecrets
    private let desk: ReceiverDesk
    private let surroundings: Surroundings
    private var tables: [String: ReceiverTable] = [:]
    private var allowances: CallAllowances
    private var table = ReceiverTable()
    private var warnings: Set<String> = []

    package init(
        secrets: ReceiverSecrets, tokens: IdentityTokens, rate: CallRate = CallRate(),
        surroundings: Surroundings
    ) {
        self.secrets = secrets
        desk = ReceiverDesk(tokens: tokens)
        allowances = CallAllowances(rate)
        self.surroundings = surroundings
    }

    /// In the order of the repositories' names, also those that cannot be called.
    package var receivers: [ServedReceiver] { table.receivers }

    // MARK: Tables

    /// Serves the receivers of a repository in place of its former ones; none for nil.
    package func serve(_ table: ReceiverTable?, of repository: String) {
        tables[repository] = table
        combine()
    }

    /// Reads the Secrets of a repository's receivers again.
    package func readSecrets(of repository: String) {
        guard let table = tables[repository] else { return }
        serve(table.reading(secrets), of: repository)
    }

    private func combine() {
        table = ReceiverTable(combining: tables.sorted { $0.key < $1.key }.map(\.value))
        allowances.keep(only: table)
        for served in table.receivers {
            let problem = served.problem.map { ["it answers 503: \($0)"] } ?? []
            for message in problem + served.receiver.notes { warn(message, of: served.receiver) }
        }
    }

    /// Says each thing once.
    private func warn(_ message: String, of receiver: Receiver) {
        let whole = "Receiver `\(receiver.displayName)` of \(receiver.repository): \(message)"
        guard warnings.count < Self.warningLimit, warnings.insert(whole).inserted else { return }
        surroundings.warn(whole)
    }

    // MARK: Calls

    package func admission(ofTarget target: String) -> ReceiverAdmission? {
        let found = table.receivers(at: target)
        guard let path = found.first?.path else { return nil }
        if let seconds = allowances.take(path, at: surroundings.now()) {
            return .tooMany(retryAfterSeconds: seconds)
        }
        return found.allSatisfy(\.isClosed) ? .closed : .open
    }

    package func status(of call: ReceiverCall) async -> Int {
        let found = table.receivers(at: call.target)
        let outcome = await desk.outcome(of: call, at: found)
        for acceptance in outcome.acceptances {
            for note in acceptance.notes { warn(note, of: acceptance.receiver) }
        }
        for receiver in found.map(\.receiver).uniqued {
            await surroundings.record(outcome.status, outcome.problem, receiver)
            let hint = outcome.hint(of: receiver)
            guard !hint.isEmpty else { continue }
            if let delivery = outcome.deliveryID,
                !(await surroundings.isFirst(delivery, receiver))
            {
                continue
            }
            await surroundings.take(hint, receiver)
        }
        return outcome.status
    }
}

extension Receiver {
    /// Whether it is the same object, perhaps built in another way.
    fileprivate func isSame(as other: Receiver) -> Bool {
        repository == other.repository && displayName == other.displayName
    }
}

extension [Receiver] {
    /// One of each object.
    fileprivate var uniqued: [Receiver] {
        reduce(into: []) { unique, receiver in
            if !unique.contains(where: receiver.isSame) { unique.append(receiver) }
        }
    }
}

extension ReceiverOutcome {
    /// All that a receiver is to cause, in each way that it is built.
    fileprivate func hint(of receiver: Receiver) -> ReceiverHint {
        acceptances.filter { $0.receiver.isSame(as: receiver) }
            .reduce(into: ReceiverHint()) { $0.formUnion($1.hint) }
    }
}
