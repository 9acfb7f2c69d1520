import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Policies of one image that could select the same tag, though they are written differently.
struct PolicyOverlap: Sendable {
    /// Registry and path in full.
    let image: String
    /// `NAMESPACE/NAME`, ascending; all of them are written alike.
    let first: [String]
    let second: [String]
    /// The shortest tag that both could select; nil where the search was given up.
    let tag: String?
}

/// Finds them, image by image.
///
/// Policies of equal texts are one, however many clusters have them; an image that the repository
/// leaves open is left out, because two of them may be different images.
struct OverlapSearch {
    /// The policies of one image that are compared each with each.
    private static let policyLimit = 48
    /// In all: where there have been more, the policies of further images are not compared.
    private static let comparisonLimit = 20_000
    /// In moves that one comparison looks at.
    private static let budget = 200_000

    private var comparisonCount = 0

    /// Policies that are written alike.
    private struct Group {
        let reading: PolicyReading
        var names: Set<String>
    }

    /// The policies of images that are asked about.
    static func overlaps(
        in model: RepositoryModel, where isWanted: (LinkedPolicy) -> Bool
    ) -> [PolicyOverlap] {
        var search = OverlapSearch()
        let policies = Dictionary(grouping: model.policyLinks.policies, by: \.imageName?.canonical)
        return policies.keys.compactMap(\.self).sorted().flatMap { image -> [PolicyOverlap] in
            let policies = policies[image] ?? []
            guard policies.contains(where: isWanted) else { return [] }
            let name = policies.first?.imageName?.full ?? image
            return search.overlaps(of: groups(policies), named: name)
        }
    }

    private static func groups(_ policies: [LinkedPolicy]) -> [Group] {
        var numbers: [ObjectIdentifier: Int] = [:]
        var groups: [Group] = []
        for policy in policies where policy.reading.policy != nil {
            let key = ObjectIdentifier(policy.reading)
            if let number = numbers[key] {
                groups[number].names.insert(policy.name)
            } else {
                numbers[key] = groups.count
                groups.append(Group(reading: policy.reading, names: [policy.name]))
            }
        }
        return groups
    }

    /// Policies beyond a limit are reported as not decided.
    private mutating func overlaps(of groups: [Group], named image: String) -> [PolicyOverlap] {
        let count = comparisonCount < Self.comparisonLimit ? Self.policyLimit : 1
        let (compared, rest) = (groups.prefix(count), groups.dropFirst(count))
        comparisonCount += compared.count * (compared.count - 1) / 2
        let overlaps = compared.indices.flatMap { number in
            compared[(number + 1)...].compactMap { other in
                overlap(compared[number], other, named: image)
            }
        }
        guard !rest.isEmpty else { return overlaps }
        let open = PolicyOverlap(
            image: image, first: Set(compared.flatMap(\.names)).sorted(),
            second: Set(rest.flatMap(\.names)).sorted(), tag: nil)
        return overlaps + [open]
    }

    private func overlap(_ first: Group, _ second: Group, named image: String) -> PolicyOverlap? {
        let answer = Self.common(first.reading, second.reading)
        guard answer != MemberSearch.none else { return nil }
        let tag: String? = if case .found(let tag) = answer { tag } else { nil }
        return PolicyOverlap(
            image: image, first: first.names.sorted(), second: second.names.sorted(), tag: tag)
    }

    /// The shortest tag that both select.
    private static func common(_ first: PolicyReading, _ second: PolicyReading) -> MemberSearch {
        guard let language = first.language, let other = second.language else {
            return .undecided(limit: budget)
        }
        return language.candidates.intersection(other.candidates)
            .firstMember(budget: budget) { language.contains($0) && other.contains($0) }
    }
}
