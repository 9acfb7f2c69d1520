package import Configuration
import Kustomize
package import ManifestFacts
package import SourceText

/// A hold as declared, and whether the objects as built obey it.
package struct LinkedHold: Sendable {
    /// Whether automation is kept from the tag.
    package enum Verdict: Hashable, Sendable {
        case holds
        /// Why it does not: one clause, lower case, no full stop.
        case fails(String)
        /// The repository leaves it open: one clause, lower case, no full stop.
        case unknown(String)
    }

    package let path: String
    package let fact: HoldFact
    package let statement: HoldStatement
    /// `NAMESPACE/NAME` of the object in the cluster.
    package let name: String
    /// The policies that it is about, as built: those of the object, or those that select from it.
    package let policies: [LinkedPolicy]
    package let verdict: Verdict

    package var location: SourceLocation { SourceLocation(path: path, span: fact.span) }

    /// The last day; nil for a hold without an end, and for one whose day is none.
    package var until: CalendarDay? { statement.until.flatMap { CalendarDay($0) } }

    package func isExpired(on today: CalendarDay?) -> Bool {
        guard let today, let until else { return false }
        return until < today
    }
}

extension RepositoryModel {
    /// The holds of all objects, in the order of their files and lines.
    package var holds: [LinkedHold] {
        knownHolds.value {
            files.flatMap { file in
                file.facts.holds.compactMap { hold in
                    hold.statement.map { linked(hold, $0, in: file) }
                }
            }
        }
    }

    private func linked(
        _ hold: HoldFact, _ statement: HoldStatement, in file: ManifestFile
    ) -> LinkedHold {
        let policies = policies(about: hold)
        return LinkedHold(
            path: file.path, fact: hold, statement: statement, name: name(of: hold),
            policies: policies, verdict: verdict(on: hold, statement, about: policies))
    }

    private func policies(about hold: HoldFact) -> [LinkedPolicy] {
        policyLinks.policies.filter { policy in
            switch hold.holder {
            case .policy: policy.fact.root == hold.root
            case .repository:
                policy.repositories.contains { $0.fact.fact.root == hold.root }
            case .automation:
                policyLinks.followers(of: policy).contains { marker in
                    marker.fact.obeyedSetter.map { setter in
                        automations.verdicts(on: setter, at: marker.path).contains {
                            $0.automation.built.fact.fact.root == hold.root
                                && ($0.verdict == .writes || $0.verdict == .suspended)
                        }
                    } ?? false
                }
            }
        }
    }

    /// As built, or as written where nothing builds it.
    private func name(of hold: HoldFact) -> String {
        let built =
            switch hold.holder {
            case .policy: objects.policies.first { $0.fact.fact.root == hold.root }?.identity
            case .repository:
                objects.repositories.first { $0.fact.fact.root == hold.root }?.identity
            case .automation:
                objects.automations.first { $0.fact.fact.root == hold.root }?.identity
            }
        let written = hold.object.identity
        let namespace = built?.namespace.known ?? written.namespace
        return (namespace.map { "\($0)/" } ?? "") + (built?.name.known ?? written.name ?? "")
    }
}
