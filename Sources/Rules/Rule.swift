package import RepositoryLinking

/// One check: the linked model in, findings out; stateless, without I/O, in any order.
package protocol Rule: Sendable {
    static var definition: RuleDefinition { get }
    /// Whether it asks what becomes of images on their way to clusters: that takes so long that the
    /// other rules run meanwhile.
    static var followsImages: Bool { get }
    /// Whether its findings say themselves what becomes of them in files that nothing deploys;
    /// else they are notes there.
    static var judgesDeployment: Bool { get }

    func findings(in model: RepositoryModel) -> [Finding]
    /// What this rule would have judged, had the repository told enough.
    func unjudged(in model: RepositoryModel) -> [Unjudged]
    /// Both, for rules that come to both in one search.
    func judgement(of model: RepositoryModel) -> RuleJudgement
}

extension Rule {
    package static var followsImages: Bool { false }

    package static var judgesDeployment: Bool { false }

    package func unjudged(in model: RepositoryModel) -> [Unjudged] { [] }

    package func judgement(of model: RepositoryModel) -> RuleJudgement {
        RuleJudgement(findings: findings(in: model), unjudged: unjudged(in: model))
    }
}

/// What one rule says about a model.
package struct RuleJudgement: Sendable {
    package var findings: [Finding] = []
    package var unjudged: [Unjudged] = []
}
