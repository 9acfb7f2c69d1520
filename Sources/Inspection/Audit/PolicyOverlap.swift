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
enum OverlapSearch {
    /// The policies of one image that are compared each with each.
    private static let policyLimit = 48
    /// In moves that one comparison looks at: many pairs must not take minutes.
    private static let budget = 200_000

    static func overlaps(
        in model: RepositoryModel, where isWanted: (LinkedPolicy) -> Bool
    ) -> [PolicyOverlap] {
        let groups = Dictionary(grouping: model.policyLinks.policies, by: \.imageName?.canonical)
        let images = groups.keys.compactMap(\.self).sorted()
        return images.flatMap { image -> [PolicyOverlap] in
            let policies = groups[image] ?? []
            guard policies.contains(where: isWanted) else { return [] }
            return overlaps(of: policies, named: policies.first?.imageName?.full ?? image)
        }
    }

    private static func overlaps(of policies: [LinkedPolicy], named image: String)
        -> [PolicyOverlap]
    {
        var alike: [ObjectIdentifier: Int] = [:]
        var groups: [(reading: PolicyReading, names: Set<String>)] = []
        for policy in policies where policy.reading.policy != nil {
            let key = ObjectIdentifier(policy.reading)
            if let number = alike[key] {
                groups[number].names.insert(policy.name)
            } else if groups.count < policyLimit {
                alike[key] = groups.count
                groups.append((policy.reading, [policy.name]))
            }
        }
        return groups.indices.flatMap { number in
            groups[(number + 1)...].compactMap { other in
                let answer = common(groups[number].reading, other.reading)
                guard answer != MemberSearch.none else { return nil }
                let tag: String? = if case .found(let tag) = answer { tag } else { nil }
                return PolicyOverlap(
                    image: image, first: groups[number].names.sorted(),
                    second: other.names.sorted(), tag: tag)
            }
        }
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
