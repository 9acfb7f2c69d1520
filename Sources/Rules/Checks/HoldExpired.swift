import Configuration
import ManifestFacts
import RepositoryLinking

/// Flags holds whose last day has passed: they still hold.
struct HoldExpired: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.holds.filter { $0.isExpired(on: model.today) }.map { hold in
            finding(
                "the hold was to end on \(hold.until?.description ?? ""), and still holds: "
                    + "release it with `sluice release`, or give it a later day",
                at: hold.location, object: hold.fact.object.identity, subject: hold.statement.line,
                topic: hold.topic)
        }
    }
}

extension LinkedHold {
    /// The policy that is held, where it is a single one.
    var topic: FindingTopic {
        let names = Set(policies.map(\.name))
        return FindingTopic(policy: names.count == 1 ? names.first : nil)
    }
}
