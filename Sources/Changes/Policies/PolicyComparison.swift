import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies
import TagSnapshots

/// Compares the policies of two trees by their names in the clusters.
struct PolicyComparison {
    private let former: Side
    private let latter: Side

    init(from former: RepositoryModel, to latter: RepositoryModel) {
        self.former = Side(of: former)
        self.latter = Side(of: latter)
    }

    /// The policies of a tree, those that are built alike once.
    private struct Side {
        let model: RepositoryModel
        let places: FilePositions
        let names: [String]
        let policies: [String: [LinkedPolicy]]

        init(of model: RepositoryModel) {
            self.model = model
            places = FilePositions(model)
            var names: [String] = []
            var policies: [String: [LinkedPolicy]] = [:]
            for policy in model.policyLinks.policies {
                if policies[policy.name] == nil { names.append(policy.name) }
                let isKnown = (policies[policy.name] ?? []).contains { $0.isBuilt(like: policy) }
                if !isKnown { policies[policy.name, default: []].append(policy) }
            }
            self.names = names
            self.policies = policies
        }

        func place(of policy: LinkedPolicy) -> Declaration {
            places.declaration(at: policy.location)
        }

        func state(of policy: LinkedPolicy) -> PolicyState {
            let tags = policy.imageName.flatMap { model.tags.image(canonicalName: $0.canonical) }
            let choice = tags.map { model.choice(of: policy, from: $0.tags) }
            return PolicyState(
                image: policy.imageName?.full, selector: policy.reading.specification.words,
                obstacle: model.readiness(of: policy).reasonOfNothing,
                selected: choice?.selected, isListed: tags != nil)
        }
    }

    /// In the order of the files after the change, and then those that are gone.
    func changes() -> [PolicyChange] {
        let gone = former.names.filter { latter.policies[$0] == nil }
        return (latter.names + gone).compactMap { change(ofPolicy: $0) }
    }

    private func change(ofPolicy name: String) -> PolicyChange? {
        let (all, allNow) = (former.policies[name] ?? [], latter.policies[name] ?? [])
        let old = all.filter { policy in !allNow.contains { isSame(policy, $0) } }
        let new = allNow.filter { policy in !all.contains { isSame($0, policy) } }
        switch (old.first, new.first) {
        case (nil, nil): return nil
        case (nil, let policy?):
            let state = latter.state(of: policy)
            let place = latter.place(of: policy)
            return PolicyChange(
                name: name, effect: all.isEmpty && new.count == 1 ? .added(state) : .several,
                place: place)
        case (let policy?, nil):
            let state = former.state(of: policy)
            return PolicyChange(
                name: name, effect: allNow.isEmpty && old.count == 1 ? .removed(state) : .several,
                place: former.place(of: policy))
        case (let before?, let after?):
            let isOne = old.count == 1 && new.count == 1
            return PolicyChange(
                name: name,
                effect: isOne
                    ? .changed(
                        former.state(of: before), latter.state(of: after),
                        PolicyTags(from: before.reading, to: after.reading)) : .several,
                place: latter.place(of: after))
        }
    }

    /// Whether nothing changes about what a policy selects.
    private func isSame(_ old: LinkedPolicy, _ new: LinkedPolicy) -> Bool {
        old.isBuilt(like: new)
            && former.model.readinessWithoutLanguage(of: old)
                == latter.model.readinessWithoutLanguage(of: new)
    }
}

extension LinkedPolicy {
    fileprivate func isBuilt(like other: LinkedPolicy) -> Bool {
        image == other.image && reading.specification == other.reading.specification
            && reading.exclusionTexts == other.reading.exclusionTexts
    }
}

extension PolicyReadiness {
    /// Nil where tags are selected, however much in doubt.
    fileprivate var reasonOfNothing: String? {
        if case .selects = self { nil } else { reason }
    }
}

extension TagPolicySpecification {
    /// The filter and the order, as the manifest has them.
    fileprivate var words: String {
        let filter = filter.map { filter in
            "`\(filter.pattern)`" + (filter.extract.isEmpty ? "" : " as `\(filter.extract)`")
        }
        let order =
            semverRange.map { "versions in `\($0)`" }
            ?? alphabeticalOrder.map {
                $0 == "desc" ? "the first by letters" : "the last by letters"
            }
            ?? numericalOrder.map { $0 == "desc" ? "the least number" : "the greatest number" }
        return [filter, order].compactMap(\.self).joined(separator: ", ")
    }
}
