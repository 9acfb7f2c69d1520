import RepositoryLinking

/// Finds what a call is to cause, among what the receiver lists.
///
/// Flux reconciles all that is listed. Here an event that names images only has those scanned, as
/// all others would find what they found before.
struct HintResolution: Sendable {
    private let announcement: Announcement
    private var evaluator: FilterEvaluator
    private(set) var hint = ReceiverHint()
    /// Filters that failed, and so counted as a match; each one clause.
    private(set) var notes: [String] = []
    /// The outcomes of filters that do not depend on the object.
    private var known: [ReceiverFilter: Bool] = [:]

    init(_ announcement: Announcement, request: FilterValue) {
        self.announcement = announcement
        evaluator = FilterEvaluator(request: request)
    }

    mutating func resolve(_ receiver: Receiver, among targets: ReceiverTargets) {
        if announcement == .nothing { return }
        let listed = receiver.resources.flatMap { resource in
            targets.targets(of: resource).map { Listed(target: $0, filter: resource.filter) }
        }
        for item in announced(of: listed)
        where holds(receiver.filter, of: item.target) && holds(item.filter, of: item.target) {
            let target = item.target
            switch target.kind {
            case "ImageUpdateAutomation": hint.automations.insert(target.displayName)
            case "GitRepository": hint.gitRepositories.insert(target.displayName)
            default: hint.imageRepositories.formUnion(target.imageRepositories)
            }
        }
    }

    /// An object that the receiver lists, with the filter of that entry.
    private struct Listed {
        let target: ReceiverTargets.Target
        let filter: ReceiverFilter?
    }

    /// All but the images that the event does not name.
    ///
    /// Where the host may be another name of the registry, those of the same path count if there is
    /// none of the same name.
    private func announced(of listed: [Listed]) -> [Listed] {
        guard case .images(let images) = announcement else { return listed }
        let known = listed.filter { $0.target.image != nil }
        let named = images.flatMap { image in
            let exact = known.filter { $0.target.image.map(image.isSame) ?? false }
            return exact.isEmpty
                ? known.filter { $0.target.image.map(image.mayBe) ?? false } : exact
        }
        return listed.filter { $0.target.image == nil } + named
    }

    private mutating func holds(
        _ filter: ReceiverFilter?, of target: ReceiverTargets.Target
    ) -> Bool {
        guard let filter else { return true }
        if let known = known[filter] { return known }
        let outcome: Bool
        do throws(FilterProblem) {
            outcome = try evaluator.isTrue(filter.expression, of: target.filterValue)
        } catch {
            let note =
                "the filter \(filter.text.prefix(100).debugDescription) counted as a match: \(error)"
            if !notes.contains(note), notes.count < 8 { notes.append(note) }
            outcome = true
        }
        if !filter.mentionsResource { known[filter] = outcome }
        return outcome
    }
}

extension ReceiverTargets.Target {
    /// The variable `res` of filters: what the repository tells of the object in the cluster.
    fileprivate var filterValue: FilterValue {
        var metadata: [String: FilterValue] = [:]
        if let name = identity.name.known { metadata["name"] = .string(name) }
        if let namespace = identity.namespace.known { metadata["namespace"] = .string(namespace) }
        if let labels {
            metadata["labels"] = .partial(
                labels.compactMapValues { $0.known.map { .string($0) } })
        }
        return .partial([
            "apiVersion": .string(apiVersion), "kind": .string(kind),
            "metadata": .partial(metadata),
        ])
    }
}
