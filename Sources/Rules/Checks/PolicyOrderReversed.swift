import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Flags policies that select the smallest number, date or version.
struct PolicyOrderReversed: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let tagPolicy = policy.reading.policy, let member = descendingMember(of: tagPolicy),
            let order = policy.text("policy", member, "order")
        else { return nil }
        let tags = model.policyLinks.deployedTags(of: policy)
        guard member == "numerical" || countsUp(tagPolicy, tags: tags) else { return nil }
        return finding(
            tagPolicy.filter == nil
                ? "`desc` selects the smallest of all tags, not the newest build: write `asc`"
                : "`desc` selects the smallest value, the oldest build, date or version: write "
                    + "`asc`",
            at: order.all, in: order, of: policy,
            fix: order.fix("write `asc`", order.all, to: "asc"))
    }

    private func descendingMember(of policy: TagPolicy) -> String? {
        switch policy.ordering {
        case .numerical(.descending): "numerical"
        case .alphabetical(.descending): "alphabetical"
        default: nil
        }
    }

    /// Whether the values are numbers, dates or versions, so that larger means later.
    private func countsUp(_ policy: TagPolicy, tags: [String]) -> Bool {
        let numeral = ASCIISet.digits.union(ASCIISet(charactersOf: ".-_vTZ"))
        func isNumeral(_ text: String) -> Bool {
            text.utf8.allSatisfy(numeral.contains)
                && text.utf8.contains(where: ASCIISet.digits.contains)
        }
        if !tags.isEmpty {
            return tags.allSatisfy { tag in
                let value = policy.filter.map { $0.value(of: tag) } ?? tag
                return value.map {
                    isNumeral($0) || policy.comparesTimeFirst(in: tag)
                        || policy.comparesNumbersAlone(in: tag)
                } ?? true
            }
        }
        if policy.filter?.namesTime == true { return true }
        guard let filter = policy.filter, let language = try? Language(matching: filter.pattern),
            case .found(let tag) = language.shortestMember(), let value = filter.value(of: tag)
        else { return false }
        if policy.comparesNumbersAlone(in: tag) { return true }
        let shown = filter.pattern.root.shape?.characters ?? ASCIISet()
        return isNumeral(value) && (filter.extract != nil || shown.isSubset(of: numeral))
    }
}
