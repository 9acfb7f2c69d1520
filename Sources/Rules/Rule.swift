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
    /// Locations at which this rule could not decide because the repository tells too little.
    func unjudged(in model: RepositoryModel) -> [Unjudged]
    /// Findings and unjudged locations together, for rules that compute both in one search.
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

/// The result of one rule on a model.
package struct RuleJudgement: Sendable {
    package var findings: [Finding] = []
    package var unjudged: [Unjudged] = []
}
