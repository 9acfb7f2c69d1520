import RegularLanguages

/// Why a tag cannot be promoted.
package enum PromotionRefusal: Error, Hashable, Sendable {
    /// The pattern of `promotion.identity` does not match the tag of the source.
    case noIdentity(tag: String, pattern: String)
    /// The promoted tag would be none.
    case invalidTag(String)
    /// It has another identity than the tag of the source.
    case otherIdentity(tag: String, source: String)
    /// It is not one of the environment's `tags`.
    case outside(tag: String, environment: String, tags: String)
    /// A policy that is followed in the environment does not take it.
    case policy(tag: String, policy: String, reason: String)
}

extension PromotionRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noIdentity(let tag, let pattern):
            "`\(tag)` has no identity: `promotion.identity` is `\(pattern)`, which does not match it"
        case .invalidTag(let tag): "`\(tag)` is not a valid tag"
        case .otherIdentity(let tag, let source):
            "`\(tag)` does not have the identity of `\(source)`: change `promotedTag` so that it has"
        case .outside(let tag, let environment, let tags):
            "`\(tag)` is not a tag of `\(environment)`, whose tags match `\(tags)`"
        case .policy(let tag, let policy, let reason):
            "the policy \(policy) does not take `\(tag)`: \(reason)"
        }
    }
}

extension RepositoryConfiguration {
    /// The tag that an image gets when it is promoted to an environment: by the environment's
    /// `promotedTag`, else with its name in place of another's, else the same tag.
    ///
    /// It is a valid tag, one of the environment's `tags`, and has the identity of the source's.
    package func promotedTag(
        of tag: String, to target: Environment
    ) throws(PromotionRefusal) -> String {
        try promotedTag(of: tag, to: target) { _ throws(PromotionRefusal) in }
    }

    /// The first of the tags that an image can get to which nothing objects; they differ in how the
    /// environment's name is written.
    ///
    /// If there is none, throws the objection to the first.
    ///
    /// - Parameter check: Throws what else is to be said against a tag.
    package func promotedTag(
        of tag: String, to target: Environment,
        check: (String) throws(PromotionRefusal) -> Void
    ) throws(PromotionRefusal) -> String {
        var refusal = PromotionRefusal.invalidTag(tag)
        let candidates = try promotedTags(of: tag, to: target)
        for (number, candidate) in candidates.enumerated() {
            do throws(PromotionRefusal) {
                try checkPromoted(candidate, from: tag, to: target)
                try check(candidate)
                return candidate
            } catch {
                if number == 0 { refusal = error }
            }
        }
        throw refusal
    }

    /// At least one.
    private func promotedTags(
        of tag: String, to target: Environment
    ) throws(PromotionRefusal) -> [String] {
        if let pattern = promotionIdentity?.value {
            guard let match = pattern.firstMatch(in: tag), identity(ofTag: tag) != nil else {
                throw .noIdentity(tag: tag, pattern: pattern.source)
            }
            if let template = target.promotedTag?.value {
                return [template.expanded(with: match, of: pattern, in: Array(tag.utf8))]
            }
        }
        guard let prefix = EnvironmentPrefix(of: tag, words: environmentWords) else {
            return [tag]
        }
        return EnvironmentWords.words(ofName: target.name.value).map { $0 + prefix.rest }
    }

    private func checkPromoted(
        _ tag: String, from source: String, to target: Environment
    ) throws(PromotionRefusal) {
        guard TagUniverse.contains(tag) else { throw .invalidTag(tag) }
        guard let identity = identity(ofTag: tag),
            identity.text == self.identity(ofTag: source)?.text
        else { throw .otherIdentity(tag: tag, source: source) }
        if let tags = target.tags?.value, !tags.matches(tag) {
            throw .outside(tag: tag, environment: target.name.value, tags: tags.source)
        }
    }
}
