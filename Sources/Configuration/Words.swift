/// How much a repository asks of its checks before it says anything in detail.
package enum Profile: String, CaseIterable, Sendable {
    case recommended
    /// Opt-in rules are on, every environment demands an identity, and checks are strict.
    case guardrails
}

/// What makes an image immutable in an environment.
package enum Identity: String, CaseIterable, Sendable {
    case tag
    case digest
    case either
    case both
}

/// What becomes of a rule's findings: nothing, or their severity.
package enum RuleLevel: String, CaseIterable, Sendable {
    case off
    case note
    case warning
    case error
}
