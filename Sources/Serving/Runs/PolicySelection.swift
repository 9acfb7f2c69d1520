import RepositoryLinking
import UpdateEngine

/// The tag that a policy selects from the last tags of its image.
struct PolicySelection: Hashable, Sendable {
    /// Registry and path in full; nil where it is unknown.
    var image: String?
    var tag: String?
    var digest: String?
    /// Why nothing is selected.
    var problem: String?
}

extension RepositoryPlan {
    /// - Parameter listing: The last tags of the policy's image; nil where there are none.
    func selection(of policy: LinkedPolicy, from listing: TagListing?) -> PolicySelection {
        let choice = model.choice(of: policy, from: listing?.tags ?? [])
        var selection = PolicySelection(image: policy.imageName?.full)
        selection.tag = listing == nil ? nil : choice.selected
        if let tag = selection.tag {
            if policy.reflectsDigest == true { selection.digest = listing?.digests[tag] }
        } else if listing == nil, choice.readiness.obstacle == nil {
            selection.problem = choice.readiness.reason ?? "its image has no tags yet"
        } else {
            selection.problem = choice.reason
        }
        return selection
    }

    /// The selections of all policies, by their numbers.
    func selections(_ listing: (ImageKey) async -> TagListing?) async -> [Int: PolicySelection] {
        var listings: [ImageKey: TagListing] = [:]
        for key in Set(imagesOfPolicies.values) { listings[key] = await listing(key) }
        var selections: [Int: PolicySelection] = [:]
        for policy in policies {
            let listing = imagesOfPolicies[policy.number].flatMap { listings[$0] }
            selections[policy.number] = selection(of: policy, from: listing)
        }
        return selections
    }

    /// Whether a scan has to ask for the digest of what a policy selects by now.
    func lacksDigest(_ selection: PolicySelection, of policy: LinkedPolicy) -> Bool {
        policy.reflectsDigest == true && selection.tag != nil && selection.digest == nil
    }
}
