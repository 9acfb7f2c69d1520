import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags policies of one name that select differently and that nothing keeps apart.
struct PolicyAmbiguous: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyAmbiguous)

    func findings(in model: RepositoryModel) -> [Finding] {
        model.namesakes(among: model.objects.policies) {
            $0.object.selectsOther(than: $1.object)
        }.map { pair in
            let (first, other) = (pair.first, pair.other)
            let name = other.identity.displayName
            return Finding(
                rule: Self.definition.id,
                severity: model.shareCluster(first.object, other.object)
                    ? .warning : Self.definition.severity,
                message: "another ImagePolicy is `\(name)` as well and selects differently: which "
                    + "of them counts is the last that is applied",
                location: other.fact.fact.object.location(in: other.fact.path),
                related: [
                    RelatedLocation(
                        message: "the other ImagePolicy",
                        location: first.fact.fact.object.location(in: first.fact.path))
                ],
                object: other.fact.fact.object.identity, subject: name,
                topic: FindingTopic(policy: name))
        }
    }
}
