import ManifestFacts

/// The images that the ImagePolicies of one or several clusters have selected.
package struct ClusterPolicies: Sendable {
    /// The selection of a policy in one cluster.
    struct Entry: Hashable, Sendable {
        let cluster: String
        let labels: [String: String]
        /// Nil where the policy has not selected anything yet.
        let latest: SelectedImage?
        /// Why no registry can have the image; nil if one can.
        let fault: String?

        init(_ policy: ClusterList.Policy, in cluster: String) {
            self.cluster = cluster
            labels = policy.labels
            latest = policy.latest
            fault = policy.latest?.fault
        }
    }

    /// By `namespace:name`, in the order in which the clusters were given.
    private var entries: [String: [Entry]] = [:]
    /// The images that are none, each once, in the order in which they were given.
    let faults: [UpdateError]
    /// The name of the source, in words.
    private let place: String

    /// - Parameter preferred: The cluster that counts where several have a policy of one name.
    package init(
        _ lists: [ClusterList], preferred: String? = nil
    ) throws(ClusterMissing) {
        let names = lists.map(\.cluster)
        if let preferred, !names.contains(preferred) {
            throw ClusterMissing(name: preferred, known: names)
        }
        for list in lists {
            for policy in list.policies {
                entries["\(policy.namespace):\(policy.name)", default: []].append(
                    Entry(policy, in: list.cluster))
            }
        }
        if let preferred {
            entries = entries.mapValues { all in
                let own = all.filter { $0.cluster == preferred }
                return own.isEmpty ? all : own
            }
        }
        faults = Self.faults(in: lists, entries)
        place = Set(names).sorted().map { "`\($0)`" }.joined(separator: " and ")
    }

    /// Nil where no cluster has the policy, and where several do not agree.
    func labels(of setter: SetterMarker) -> [String: String]? {
        let labels = Set((entries[setter.policy] ?? []).map(\.labels))
        return labels.count == 1 ? labels.first : nil
    }

    func latest(of setter: SetterMarker) -> LatestImage {
        let name = "`\(setter.namespace)/\(setter.name)`"
        guard let found = entries[setter.policy], let first = found.first else {
            return .none("there is no policy \(name) in \(place)")
        }
        guard found.allSatisfy({ $0.latest == first.latest }) else {
            let clusters = Set(found.map(\.cluster)).sorted().map { "`\($0)`" }
            return clusters.count == 1
                ? .refused("\(clusters[0]) has several policies \(name) that differ")
                : .refused(
                    "\(clusters.joined(separator: " and ")) have different policies \(name); "
                        + "`--cluster` says which counts")
        }
        guard let latest = first.latest else {
            return .none("the policy \(name) has selected no image in `\(first.cluster)`")
        }
        return first.fault.map(LatestImage.refused)
            ?? .selected(latest, by: "\(name) in `\(first.cluster)`")
    }

    /// Of those that count.
    private static func faults(
        in lists: [ClusterList], _ entries: [String: [Entry]]
    ) -> [UpdateError] {
        // As nearly always.
        if entries.values.allSatisfy({ $0.allSatisfy { $0.fault == nil } }) { return [] }
        var seen: Set<String> = []
        return lists.flatMap { list in
            list.policies.compactMap { policy -> UpdateError? in
                let entry = Entry(policy, in: list.cluster)
                guard let latest = entry.latest, let fault = entry.fault,
                    entries["\(policy.namespace):\(policy.name)"]?.contains(entry) ?? false,
                    seen.insert(latest.text(of: .image)).inserted
                else { return nil }
                return UpdateError(
                    image: latest.text(of: .image),
                    message: "the policy `\(policy.namespace)/\(policy.name)` in `\(list.cluster)` "
                        + "has selected no image: \(fault)")
            }
        }
    }
}

/// Why a preferred cluster is not one of those given.
package struct ClusterMissing: Error, Hashable, Sendable {
    package let name: String
    package let known: [String]
}

extension ClusterMissing: CustomStringConvertible {
    package var description: String {
        "no policies are from the cluster `\(name)`; there are "
            + known.map { "`\($0)`" }.joined(separator: " and ")
    }
}
