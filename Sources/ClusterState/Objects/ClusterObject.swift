/// One object of a cluster, with the fields that all kinds have.
struct ClusterObject: Hashable, Sendable {
    let kind: String
    /// Empty for an object without one.
    let namespace: String
    let name: String
    let value: ClusterValue

    /// Nil for what has no kind or no name.
    init?(_ value: ClusterValue) {
        guard let kind = value["kind"]?.text, let name = value["metadata"]?["name"]?.text else {
            return nil
        }
        self.kind = kind
        self.name = name
        namespace = value["metadata"]?["namespace"]?.text ?? ""
        self.value = value
    }

    var title: String { (namespace.isEmpty ? "" : namespace + "/") + name }

    /// In words, as `Kustomization flux-system/apps`.
    var words: String { "\(kind) `\(title)`" }

    func label(_ key: String) -> String? { value["metadata"]?["labels"]?[key]?.text }

    var specification: ClusterValue? { value["spec"] }
    var status: ClusterValue? { value["status"] }
    var generation: Int { value["metadata"]?["generation"]?.integer ?? 0 }
    var isSuspended: Bool { specification?["suspend"]?.isTrue ?? false }
    var isBeingDeleted: Bool { value["metadata"]?["deletionTimestamp"]?.text != nil }

    /// The names of the objects of a kind that own this one.
    func owners(ofKind kind: String) -> [String] {
        (value["metadata"]?["ownerReferences"]?.items ?? [])
            .filter { $0["kind"]?.text == kind }.compactMap { $0["name"]?.text }
    }

    /// Whether the controller has seen the object as it is now; a status of an older generation
    /// says nothing about it.
    var hasFreshStatus: Bool { (status?["observedGeneration"]?.integer ?? -1) >= generation }

    /// Why the status says nothing about the object as it is now: one clause; nil if it does.
    var stalenessReason: String? {
        if hasFreshStatus { return nil }
        let observed = status?["observedGeneration"]?.integer
        return observed.map {
            "the status of the \(words) is of generation \($0), and its spec of \(generation)"
        } ?? "the \(words) has no status yet"
    }

    /// A condition of the object as it is now; nil where there is none.
    func condition(_ type: String) -> ClusterCondition? {
        (status?["conditions"]?.items ?? []).lazy.compactMap(ClusterCondition.init).first {
            $0.type == type && ($0.observedGeneration ?? generation) >= generation
        }
    }

    /// Why the controller fails on the object as it is now: a reason and a message; nil where it
    /// does not, or where nothing is known.
    var failure: String? {
        if let stalled = condition("Stalled"), stalled.status == "True" { return stalled.words }
        guard hasFreshStatus, let ready = condition("Ready"), ready.status == "False" else {
            return nil
        }
        return ready.words
    }
}

/// A condition in the status of an object.
struct ClusterCondition: Hashable, Sendable {
    let type: String
    /// `True`, `False` or `Unknown`.
    let status: String
    let reason: String
    let message: String
    let observedGeneration: Int?

    init?(_ value: ClusterValue) {
        guard let type = value["type"]?.text, let status = value["status"]?.text else {
            return nil
        }
        self.type = type
        self.status = status
        reason = value["reason"]?.text ?? ""
        message = value["message"]?.text ?? ""
        observedGeneration = value["observedGeneration"]?.integer
    }

    /// Characters of a message that are shown.
    private static let messageLimit = 160

    /// The reason, and the message in one line, shortened.
    var words: String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let short =
            line.count > Self.messageLimit ? line.prefix(Self.messageLimit) + "…" : line[...]
        return [reason.isEmpty ? "" : "`\(reason)`", String(short)].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}
