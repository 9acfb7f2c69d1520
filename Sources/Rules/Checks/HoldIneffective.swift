import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags holds that the objects as built do not obey.
struct HoldIneffective: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let holds = model.holds
        if holds.isEmpty { return [] }
        let unused = Set(PolicyUnused().findings(in: model).map(\.location))
        return holds.compactMap { hold in
            reason(hold, unused: unused).map { reason in
                finding(
                    "this hold keeps nothing back: \(reason)", at: hold.location,
                    object: hold.fact.object.identity, subject: hold.statement.line,
                    topic: hold.topic)
            }
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.holds.compactMap { hold in
            guard case .unknown(let reason) = hold.verdict else { return nil }
            return unjudged(reason, at: hold.location)
        }
    }

    private func reason(_ hold: LinkedHold, unused: Set<SourceLocation>) -> String? {
        if case .fails(let reason) = hold.verdict { return reason }
        guard hold.fact.holder == .policy, let policy = hold.policies.first,
            unused.contains(policy.location)
        else { return nil }
        return "no marker follows the policy any more"
    }
}
