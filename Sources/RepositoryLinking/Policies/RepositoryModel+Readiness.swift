import ImageReferences
import ManifestFacts
import RegularLanguages
import Synchronization
import TagPolicies

extension RepositoryModel {
    /// Whether Flux selects tags by a policy, and what is first in the way.
    package func readiness(of policy: LinkedPolicy) -> PolicyReadiness {
        let readiness = readinessWithoutLanguage(of: policy)
        if case .blocked = readiness { return readiness }
        return emptiness(of: policy).map(PolicyReadiness.blocked) ?? readiness
    }

    /// The choice of a policy from the tags of a registry.
    package func choice(of policy: LinkedPolicy, from tags: [String]) -> PolicyChoice {
        let readiness = readinessWithoutLanguage(of: policy)
        let selection = policy.reading.selection(from: tags)
        // A policy that selects a tag need not be searched for one.
        if selection?.selected == nil, readiness.obstacle == nil,
            let obstacle = emptiness(of: policy)
        {
            return PolicyChoice(readiness: .blocked(obstacle), selection: selection)
        }
        return PolicyChoice(readiness: readiness, selection: selection)
    }

    private func emptiness(of policy: LinkedPolicy) -> PolicyObstacle? {
        guard policy.sample == MemberSearch.none else { return nil }
        return PolicyObstacle(
            kind: .noMatch,
            reason: policy.reading.pattern == nil
                ? "no tag is in its range" : "no tag is in its pattern and its range")
    }

    /// The same, but for whether any tag could be selected, which two policies of equal texts share.
    package func readinessWithoutLanguage(of policy: LinkedPolicy) -> PolicyReadiness {
        knownReadiness.value(of: policy.number) {
            PolicyJudgement(of: policy, in: self).readiness
        }
    }
}

/// By the numbers of policies.
final class PolicyReadinesses: Sendable {
    private let known = Mutex<[Int: PolicyReadiness]>([:])

    func value(of policy: Int, _ make: () -> PolicyReadiness) -> PolicyReadiness {
        if let readiness = known.withLock({ $0[policy] }) { return readiness }
        let readiness = make()
        known.withLock { $0[policy] = readiness }
        return readiness
    }
}

/// Collects what speaks against a policy, in the order in which Flux comes to it.
private struct PolicyJudgement {
    private let policy: LinkedPolicy
    private let model: RepositoryModel
    private var obstacle: PolicyObstacle?
    private var pause: PolicyObstacle?
    private var gap: String?
    private var doubt: String?

    init(of policy: LinkedPolicy, in model: RepositoryModel) {
        self.policy = policy
        self.model = model
        judgeReference()
        judgeRepositories()
        judgeTexts()
        if policy.object.isSuspended {
            pause = PolicyObstacle(
                kind: .suspended, reason: "the ImagePolicy `\(policy.name)` is suspended")
        }
    }

    /// The first reason; one that cannot be resumed comes before one that can.
    var readiness: PolicyReadiness {
        if let obstacle { return .blocked(obstacle) }
        if let pause { return .suspended(pause) }
        return gap.map(PolicyReadiness.open) ?? .selects(doubt: doubt)
    }

    private mutating func note(_ kind: PolicyObstacle.Kind, _ reason: String) {
        obstacle = obstacle ?? PolicyObstacle(kind: kind, reason: reason)
    }

    private mutating func note(gap reason: String?) { gap = gap ?? reason }

    // MARK: The reference

    private mutating func judgeReference() {
        guard let reference = RepositoryReference(policy.fact, builtAs: policy.object) else {
            return judgeMissingReference()
        }
        switch reference.answer(in: model) {
        case .declared: break
        case .missing:
            note(
                .repositoryMissing,
                reference.absence(in: model))
        case .elsewhere(let namespaces):
            let places = namespaces.map { "`\($0)`" }.joined(separator: " and ")
            let own = reference.namespace.known.map { ", not in `\($0)`" } ?? ""
            note(
                .repositoryMissing,
                "the ImageRepository `\(reference.name)` is in namespace \(places)\(own)")
        case .unknown(let reason): note(gap: reason)
        }
        switch model.access(by: reference) {
        case .allowed: break
        case .denied(let target):
            note(
                .accessDenied,
                "the ImageRepository `\(target.name)` does not let policies of namespace "
                    + "`\(reference.policy.namespace.known ?? "")` use it")
        case .unknown(let reason): doubt = reason
        }
    }

    private mutating func judgeMissingReference() {
        let field = policy.object.field("spec", "imageRepositoryRef")
        let name = policy.object.field("spec", "imageRepositoryRef", "name")
        if let reason = field.unknownReason ?? name.unknownReason {
            note(gap: reason)
        } else if isWhole, field.text == nil {
            note(.invalidPolicy, "it names no ImageRepository in `imageRepositoryRef`")
        } else {
            note(gap: "the repository does not say which ImageRepository it names")
        }
    }

    /// Whether fields that the policy lacks are really absent: it is no part of another object, no
    /// dump, and nothing patches it that cannot be followed.
    private var isWhole: Bool {
        guard !model.policyLinks.hasUnfollowedPatches, policy.fact.object.name != nil,
            case .collection = policy.object.field("spec")
        else { return false }
        return true
    }

    // MARK: The ImageRepository

    /// Where nothing tells several apart, all of them have to agree.
    private mutating func judgeRepositories() {
        let states = Set(policy.repositories.map { $0.readiness(in: model) })
        guard let readiness = states.first else { return }
        guard states.count == 1 else {
            let obstacles = states.compactMap(\.obstacle)
            if obstacles.count == states.count, obstacles.allSatisfy({ $0.kind != .suspended }) {
                obstacle = obstacle ?? obstacles.min { $0.reason < $1.reason }
            } else if obstacles.isEmpty {
                note(gap: states.compactMap(\.reason).min())
            } else {
                doubt = doubt ?? "the ImageRepositories that it may mean differ"
            }
            return
        }
        switch readiness {
        case .selects:
            if policy.imageName == nil {
                note(gap: "the ImageRepositories that it may mean have different images")
            }
        case .suspended(let reason): pause = reason
        case .blocked(let reason): obstacle = obstacle ?? reason
        case .open(let reason): note(gap: reason)
        }
    }

    // MARK: The policy itself

    private mutating func judgeTexts() {
        let reading = policy.reading
        for case .failure(let error)? in [reading.ordering.erased, reading.filter.erased] {
            if error == .noOrdering, !isWhole || hasOpenOrdering {
                note(gap: "the repository does not say how the policy orders tags")
            } else if let fault = PolicyObstacle(error) {
                obstacle = obstacle ?? fault
            } else {
                note(gap: "\(error)")
            }
        }
        if reading.ordering == nil || reading.filter == nil {
            note(gap: policy.unknownReason)
        }
    }

    /// A scalar in the place of a mapping is a template.
    private var hasOpenOrdering: Bool {
        let field = policy.object.field("spec", "policy")
        return field.isUnknown || field.text != nil
    }
}

extension Result<TagOrdering, TagPolicyError>? {
    fileprivate var erased: Result<Void, TagPolicyError>? { self?.map { _ in } }
}

extension Result<TagFilter?, TagPolicyError>? {
    fileprivate var erased: Result<Void, TagPolicyError>? { self?.map { _ in } }
}

extension EffectiveObject {
    /// Whether `spec.suspend` is set.
    package var isSuspended: Bool { field("spec", "suspend").text == "true" }
}

extension LinkedPolicy {
    /// Why one of the texts that decide what it selects is not known.
    package var unknownReason: String {
        let fields = [
            object.field("spec", "policy"), object.field("spec", "policy", "semver", "range"),
            object.field("spec", "policy", "alphabetical", "order"),
            object.field("spec", "policy", "numerical", "order"),
            object.field("spec", "filterTags", "pattern"),
            object.field("spec", "filterTags", "extract"),
        ]
        return fields.lazy.compactMap(\.unknownReason).first
            ?? "a variable decides what this policy selects"
    }
}

extension Effective where Fact == ImageRepositoryFact {
    /// Whether Flux scans the image, so that policies have tags to select from.
    fileprivate func readiness(in model: RepositoryModel) -> PolicyReadiness {
        if let obstacle { return .blocked(obstacle) }
        if object.isSuspended {
            return .suspended(
                PolicyObstacle(
                    kind: .suspended,
                    reason: "the ImageRepository `\(name)` is suspended, so Flux looks for no new "
                        + "tags"))
        }
        switch object.field("spec", "image") {
        case .known(let text, _) where NamePattern.isLiteral(text): return .selects(doubt: nil)
        case .known, .unknown, .collection:
            return .open("the repository leaves the image of the ImageRepository `\(name)` open")
        case .absent:
            // One object may be written in pieces.
            let known = identity.name.known
            guard object.field("spec").isUnknown || known.map(model.repositories.hasSeveral) ?? true
            else {
                return .blocked(
                    PolicyObstacle(
                        kind: .invalidRepository,
                        reason: "the ImageRepository `\(name)` names no image"))
            }
            return .open("the repository leaves the image of the ImageRepository `\(name)` open")
        }
    }

    private var obstacle: PolicyObstacle? {
        if let image, let problem = ImageReference.problem(inRepositoryImage: image) {
            return PolicyObstacle(
                kind: .invalidRepository,
                reason: "Flux refuses the image `\(image)` of the ImageRepository `\(name)`: "
                    + "\(problem)")
        }
        guard let exclusions else { return nil }
        do throws(PatternError) {
            _ = try TagExclusions(exclusions)
            return nil
        } catch {
            return error.isOwnLimit
                ? nil
                : PolicyObstacle(
                    kind: .noTags,
                    reason: "the ImageRepository `\(name)` has an invalid exclusion and is never "
                        + "scanned: \(error)")
        }
    }
}
