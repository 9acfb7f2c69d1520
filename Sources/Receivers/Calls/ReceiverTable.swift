package import RepositoryLinking

/// The receivers of repositories, by their paths.
///
/// Several ways of building one manifest, or several repositories, may bring the same path: a call
/// is then for all of them.
package struct ReceiverTable: Sendable {
    /// In the order of their files, also those that cannot be called.
    package private(set) var receivers: [ServedReceiver] = []
    private var byPath: [ReceiverPath: [Int]] = [:]

    package init() {}

    /// The receivers of one repository.
    package init(_ model: RepositoryModel, repository: String, secrets: ReceiverSecrets) {
        let objects = model.objects.receivers
        guard !objects.isEmpty else { return }
        let targets = ReceiverTargets(model)
        for object in objects {
            let receiver = Receiver(object, repository: repository)
            add(ServedReceiver(receiver, targets: targets, secrets: secrets))
        }
    }

    package init(combining tables: some Sequence<ReceiverTable>) {
        for table in tables {
            for receiver in table.receivers { add(receiver) }
        }
    }

    /// The same receivers with the Secrets as they are now.
    package func reading(_ secrets: ReceiverSecrets) -> ReceiverTable {
        var table = ReceiverTable()
        for served in receivers {
            table.add(
                ServedReceiver(served.receiver, targets: served.targets, secrets: secrets))
        }
        return table
    }

    /// None for a path that is no receiver's.
    package func receivers(at target: String) -> [ServedReceiver] {
        byPath[ReceiverPath(target: target)]?.map { receivers[$0] } ?? []
    }

    private mutating func add(_ receiver: ServedReceiver) {
        if let path = receiver.path { byPath[path, default: []].append(receivers.count) }
        receivers.append(receiver)
    }
}

/// A receiver with its Secret.
package struct ServedReceiver: Sendable {
    package let receiver: Receiver
    /// Why it answers 503, or has no path at all; nil for one that can be called.
    package let problem: ReceiverProblem?
    /// Nil where the token is not known.
    package let path: ReceiverPath?
    let credentials: ReceiverCredentials?
    /// The objects of its repository that it may name.
    let targets: ReceiverTargets

    init(_ receiver: Receiver, targets: ReceiverTargets, secrets: ReceiverSecrets) {
        self.receiver = receiver
        self.targets = targets
        let token = Result { () throws(ReceiverProblem) in
            try ReceiverCredentials.value("token", of: receiver, in: secrets)
        }
        let all = Result { () throws(ReceiverProblem) in
            try ReceiverCredentials(of: receiver, in: secrets)
        }
        credentials = try? all.get()
        problem = receiver.problem ?? all.failure
        // A token is all that makes a path secret, and OIDC has none.
        let pathToken = receiver.type == .genericOIDC ? SecretBytes([]) : try? token.get()
        path = pathToken.map {
            ReceiverPath(token: $0, name: receiver.name, namespace: receiver.namespace)
        }
    }

    /// Whether calls are answered with 503 now.
    package var isClosed: Bool { receiver.isSuspended || problem != nil }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
