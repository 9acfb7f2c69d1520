import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags different automations of one name that are applied to one cluster.
struct AutomationAmbiguous: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.namesakes(among: model.objects.automations) {
            $0.writesOther(than: $1)
        }.map { first, other in
            let name = other.identity.displayName
            return finding(
                "another ImageUpdateAutomation is also called `\(name)` and does something else: "
                    + "only the one that was applied last runs, so the other's updates stop; "
                    + "rename one of them", at: other.location,
                related: [
                    RelatedLocation("the other ImageUpdateAutomation", at: first.location)
                ],
                object: other.fact.fact.object.identity, subject: name)
        }
    }
}

extension Effective where Fact == ImageUpdateAutomationFact {
    /// Whether they are known to write different files or branches.
    fileprivate func writesOther(than other: Self) -> Bool {
        zip(targetTexts, other.targetTexts).contains { $0.differs(from: $1) }
    }

    private var targetTexts: [FieldText] {
        [
            object.field(.sourceName),
            object.field("spec", "sourceRef", "namespace"),
            object.field("spec", "update", "path"),
            object.field(.checkoutBranch),
            object.field(.pushBranch),
        ].map { FieldText($0) }
    }
}
