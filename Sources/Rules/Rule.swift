package import RepositoryLinking

/// One check: the linked model in, findings out; stateless, without I/O, in any order.
package protocol Rule: Sendable {
    static var definition: RuleDefinition { get }

    func findings(in model: RepositoryModel) -> [Finding]
    /// What this rule would have judged, had the repository told enough.
    func unjudged(in model: RepositoryModel) -> [Unjudged]
}

extension Rule {
    package func unjudged(in model: RepositoryModel) -> [Unjudged] { [] }
}
