import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags different policies of one name that may be applied to one cluster.
struct PolicyAmbiguous: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.namesakes(among: model.objects.policies) {
            $0.object.selectsOther(than: $1.object)
        }.map { first, other in
            let name = other.identity.displayName
            return finding(
                "another ImagePolicy is also called `\(name)` and selects differently: the one that "
                    + "is applied last counts; rename one of them", at: other.location,
                severity: model.shareCluster(first.object, other.object) ? .warning : nil,
                related: [RelatedLocation("the other ImagePolicy", at: first.location)],
                object: other.fact.fact.object.identity, subject: name,
                topic: FindingTopic(policy: name))
        }
    }
}
