/// How much a repository asks of its checks before it says anything in detail.
package enum Profile: String, CaseIterable, Sendable {
    case recommended
    /// Opt-in rules are on, every environment demands an identity, and checks are strict.
    case guardrails
}

/// The part of a reference that makes an image immutable in an environment.
package enum Identity: String, CaseIterable, Sendable {
    case tag
    case digest
    case either
    case both
}

/// The severity of a rule's findings, or `off`.
package enum RuleLevel: String, CaseIterable, Sendable {
    case off
    case note
    case warning
    case error
}
