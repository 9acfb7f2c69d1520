import ManifestFacts
package import RepositoryLinking
package import SourceText

/// One check: the linked model in, findings out; stateless, without I/O, in any order.
package protocol Rule: Sendable {
    static var definition: RuleDefinition { get }
    /// The definition of this rule; a type of which each value is another rule has one for each.
    var definition: RuleDefinition { get }
    /// Whether the rule needs the images as deployed, which take so long to compute that the other
    /// rules run meanwhile.
    static var followsImages: Bool { get }
    /// Whether the rule itself lowers the severity of findings in files that nothing deploys; for
    /// other rules the engine makes notes of them.
    static var judgesDeployment: Bool { get }

    func findings(in model: RepositoryModel) -> [Finding]
    /// Locations at which this rule could not decide because the repository tells too little.
    func unjudged(in model: RepositoryModel) -> [Unjudged]
    /// Findings and unjudged locations together, for rules that compute both in one search.
    func judgement(of model: RepositoryModel) -> RuleOutcome
}

extension Rule {
    package var definition: RuleDefinition { Self.definition }

    package static var followsImages: Bool { false }

    package static var judgesDeployment: Bool { false }

    package func unjudged(in model: RepositoryModel) -> [Unjudged] { [] }

    package func judgement(of model: RepositoryModel) -> RuleOutcome {
        RuleOutcome(findings: findings(in: model), unjudged: unjudged(in: model))
    }

    /// A finding of this rule; `severity` defaults to that of its definition.
    func finding(
        _ message: String, at location: SourceLocation, severity: Severity? = nil,
        scalar: SourceSpan? = nil, related: [RelatedLocation] = [], object: ObjectIdentity? = nil,
        subject: String, environments: [String] = [], witness: Witness? = nil, fix: Fix? = nil,
        topic: FindingTopic = FindingTopic()
    ) -> Finding {
        Finding(
            rule: definition.id, severity: severity ?? definition.severity,
            message: message, location: location, scalar: scalar, related: related, object: object,
            subject: subject, environments: environments, witness: witness, fix: fix, topic: topic)
    }

    /// A location that this rule could not judge, with the reason.
    func unjudged(_ reason: String, at location: SourceLocation) -> Unjudged {
        Unjudged(rule: definition.id, location: location, reason: reason)
    }
}

/// Something that a rule could not judge: neither a finding nor a pass.
package struct Unjudged: Hashable, Sendable {
    package let rule: String
    package let location: SourceLocation
    /// One clause: lower case, no full stop.
    package let reason: String
}

extension [String] {
    /// The words in back-ticks, such as "`a`, `b` and `c`".
    func quotedList(_ conjunction: String = "and") -> String {
        let quoted = map { "`\($0)`" }
        guard let last = quoted.last, count > 1 else { return quoted.first ?? "" }
        return "\(quoted.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
