import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags automations of one name that do different things and come to one cluster.
struct AutomationAmbiguous: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationAmbiguous)

    func findings(in model: RepositoryModel) -> [Finding] {
        model.namesakes(among: model.objects.automations) { $0.worksOther(than: $1) }.map { pair in
            let (first, other) = (pair.first, pair.other)
            let name = other.identity.displayName
            return Finding(
                rule: Self.definition.id, severity: Self.definition.severity,
                message: "another ImageUpdateAutomation is `\(name)` as well and does something "
                    + "else: the cluster has only the one that was applied last, so the updates "
                    + "of the other stop",
                location: other.fact.fact.object.location(in: other.fact.path),
                related: [
                    RelatedLocation(
                        message: "the other ImageUpdateAutomation",
                        location: first.fact.fact.object.location(in: first.fact.path))
                ],
                object: other.fact.fact.object.identity, subject: name)
        }
    }
}

extension Effective where Fact == ImageUpdateAutomationFact {
    /// Whether it is known that both write other files or branches.
    fileprivate func worksOther(than other: Self) -> Bool {
        zip(workTexts, other.workTexts).contains { $0.differs(from: $1) }
    }

    private var workTexts: [FieldText] {
        [
            object.field(.sourceName),
            object.field("spec", "sourceRef", "namespace"),
            object.field("spec", "update", "path"),
            object.field(.checkoutBranch),
            object.field(.pushBranch),
        ].map { FieldText($0) }
    }
}
